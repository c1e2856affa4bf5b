import { answerDeviceLink, authorizeDevice, getDeviceLink, getDeviceToken } from '#contract/devices.ts';
import { presentEntry } from '#server/accounts/index.ts';
import type { Mount } from '#server/http/mount.ts';
import type { Clock } from '#server/lib/clock.ts';
import {
  DEVICE_CODE_LIVES_SECONDS,
  POLL_INTERVAL_SECONDS,
  type DeviceAuthorizations,
} from './device-authorizations.ts';
import { presentDeviceLink, presentUserCode } from './present.ts';

export function mountDevices(
  mount: Mount,
  { authorizations, clock, publicUrl }: { authorizations: DeviceAuthorizations; clock: Clock; publicUrl(): string },
): void {
  mount(authorizeDevice, async ({ body, address }) => {
    const { deviceCode, userCode } = await authorizations.request(body.device, address);
    const shown = presentUserCode(userCode);
    return {
      device_code: deviceCode,
      user_code: shown,
      verification_uri: `${publicUrl()}/link`,
      verification_uri_complete: `${publicUrl()}/link?code=${shown}`,
      expires_in: DEVICE_CODE_LIVES_SECONDS,
      interval: POLL_INTERVAL_SECONDS,
    };
  });
  mount(getDeviceToken, async ({ body, address, requestId }) => {
    return presentEntry(await authorizations.poll(body.device_code, { address, requestId }), clock.now());
  });
  mount(getDeviceLink, async ({ params, address }) =>
    presentDeviceLink(await authorizations.find(params.user_code, address)),
  );
  mount(answerDeviceLink, async ({ caller, params, body }) =>
    presentDeviceLink(await authorizations.answer(caller, { userCode: params.user_code, isApproved: body.approve })),
  );
}
