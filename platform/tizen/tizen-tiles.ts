import type { HomeTiles } from '../platform.ts';
import type { createRefusals } from '../refusals.ts';
import type { TizenApi } from './tizen-api.ts';

const PICK = 'http://tizen.org/appcontrol/operation/pick';
/** Name of the service in tizen/config.xml, and the key under which it reads the document. */
const SERVICE = 'Tiles';
const KEY = 'tiles';
const CALL = 'tizen.application.launchAppControl';
const PRIVILEGE = 'application.launch';

/**
 * Tiles of Smart Hub. Only a service of the package may set them, so the app launches it with the document
 * (tizen/tiles-service.js). The service gets no token and calls nothing in the viewer's name.
 */
export function createTizenTiles(tizen: TizenApi, refusals: ReturnType<typeof createRefusals>): HomeTiles | null {
  const { application, ApplicationControl, ApplicationControlData } = tizen;
  if (!ApplicationControl || !ApplicationControlData || !application.launchAppControl) return null;
  const refuse = (error: unknown) =>
    refusals.note({
      call: CALL,
      permission: PRIVILEGE,
      reason: String((error as { message?: unknown } | null)?.message ?? error),
    });
  return {
    show(document) {
      try {
        const request = new ApplicationControl(PICK, null, null, null, [
          new ApplicationControlData(KEY, [document ?? '']),
        ]);
        const id = application.getCurrentApplication().appInfo?.packageId ?? '';
        application.launchAppControl?.(request, `${id}.${SERVICE}`, () => undefined, refuse);
      } catch (error) {
        refuse(error);
      }
    },
  };
}
