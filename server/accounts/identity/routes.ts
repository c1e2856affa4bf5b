import { beginIdentityCheck, getIdentityCheck } from '#contract/identity.ts';
import type { Mount } from '#server/http/mount.ts';
import { PROVE_WITHIN_SECONDS, type IdentityChecks } from './identity-checks.ts';

export function mountIdentity(mount: Mount, checks: IdentityChecks, publicUrl: () => string): void {
  mount(beginIdentityCheck, async ({ caller }) => {
    const begun = await checks.begin(caller);
    if (!begun) return { id: null, status: 'proved' as const, url: null, expires_in: 0 };
    const url = `${publicUrl()}/identity/${begun.reference}`;
    return { id: begun.id, status: 'pending' as const, url, expires_in: PROVE_WITHIN_SECONDS };
  });
  mount(getIdentityCheck, ({ caller, params }) => checks.get(caller, params.id));
}
