import { eraseAccount, exportSupportedAccount } from '#contract/console/leaving.ts';
import { ERASED_WITHIN_SECONDS, EXPORT_LIVES_SECONDS, exportAccount, leaveAccount } from '#contract/leaving.ts';
import type { MemberLimits } from '../console/member-limits.ts';
import type { MountConsole } from '../http/mount-console.ts';
import type { Mount } from '../http/mount.ts';
import type { Exports } from './exports.ts';
import type { Leaving } from './leaving.ts';

export interface LeavingRules {
  leaving: Leaving;
  exports: Exports;
}

export function mountLeaving(mount: Mount, { leaving, exports }: LeavingRules): void {
  mount(leaveAccount, async ({ caller, body, address, requestId }) => {
    await leaving.leave(caller, { password: body.password, address, requestId });
    return { erased_within: ERASED_WITHIN_SECONDS };
  });
  mount(exportAccount, async ({ caller }) => {
    await exports.request(caller);
    return { expires_in: EXPORT_LIVES_SECONDS };
  });
}

/** The same, for support in a browser. */
export function mountOperatedLeaving(
  mount: MountConsole,
  { leaving, exports, memberLimits }: LeavingRules & { memberLimits: Pick<MemberLimits, 'erasing'> },
): void {
  mount(eraseAccount, ({ params, body, staff, record }) =>
    memberLimits.erasing(staff, () => leaving.erase(record, params.id, body)),
  );
  mount(exportSupportedAccount, ({ params, record }) => exports.requestFor(record, params.id));
}
