import { getMyAccount, login, logout } from '#contract/accounts.ts';
import type { Mount } from '../http/mount.ts';
import type { Clock } from '../lib/clock.ts';
import { presentAccount } from './present.ts';
import type { SignIn } from './sign-in.ts';

export function mountAccounts(mount: Mount, { signIn, signOut }: SignIn, clock: Clock): void {
  mount(login, async ({ body, address }) => {
    const { token, account } = await signIn({ ...body, address });
    return { token, account: presentAccount(account, clock.now()) };
  });
  mount(logout, async ({ caller }) => {
    await signOut(caller);
    return undefined;
  });
  mount(getMyAccount, ({ caller }) => presentAccount(caller.account, clock.now()));
}
