import type { LaunchRequests } from '../platform.ts';
import { askSet, type TizenApi } from './tizen-api.ts';

/** App-control operation of a tile in the Smart Hub preview. */
const PREVIEW = 'http://samsung.com/appcontrol/operation/eden_resume';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** `action_data` of a tile's payload: text or an object, inside `values` or next to it, depending on the set's year. */
function actionDataOf(payload: string): string | null {
  try {
    const parsed: unknown = JSON.parse(payload);
    const values = isObject(parsed) ? (parsed['values'] ?? parsed['action_data'] ?? parsed) : parsed;
    return typeof values === 'string' ? values : JSON.stringify(values);
  } catch {
    return null;
  }
}

/** Launch requests on a Samsung set: the set stores the last request and only signals that a new one arrived. */
export function createTizenLaunch(page: Window, tizen: TizenApi): LaunchRequests {
  const read = () => {
    const control = askSet(
      () => tizen.application.getCurrentApplication().getRequestedAppControl()?.appControl,
      undefined,
    );
    if (control?.operation !== PREVIEW) return null;
    const payload = control.data?.find(({ key }) => key === 'PAYLOAD')?.value[0];
    return payload === undefined ? null : actionDataOf(payload);
  };
  return {
    first: read,
    subscribe(handler) {
      const handle = () => {
        const text = read();
        if (text !== null) handler(text);
      };
      page.addEventListener('appcontrol', handle);
      return () => page.removeEventListener('appcontrol', handle);
    },
  };
}
