import type { LaunchRequests } from '../platform.ts';
import { askSet, type TizenApi } from './tizen-api.ts';

/** What a tile of Smart Hub's preview starts the app with. */
const PREVIEW = 'http://samsung.com/appcontrol/operation/eden_resume';

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** `action_data` in a tile's payload: text or an object, in `values` or beside it, as sets of different years have it. */
function actionDataOf(payload: string): string | null {
  try {
    const parsed: unknown = JSON.parse(payload);
    const values = isObject(parsed) ? (parsed['values'] ?? parsed['action_data'] ?? parsed) : parsed;
    return typeof values === 'string' ? values : JSON.stringify(values);
  } catch {
    return null;
  }
}

/** What the set started the app with: the set keeps the last request, and tells only that there is a new one. */
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
