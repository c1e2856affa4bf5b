import type { Device } from '#contract/accounts.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Limits } from '../limits/limits.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { DeviceSessions } from './device-sessions.ts';
import { takePasswordTry } from './password-tries.ts';
import { isPasswordOf } from './passwords.ts';
import type { Caller } from './sessions.ts';
import { findAccountByEmail, lockPasswordHash, revokeDeviceSession, type KnownAccount } from './store.ts';

export interface SignInOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  limits: Limits;
  deviceSessions: DeviceSessions;
  outbox: Outbox;
  /** What ends with a device's session, besides its tokens. */
  onSignOut(tx: Connection, session: { accountId: string; deviceSessionId: string }): Promise<void>;
}

export interface SignIn {
  /** @throws LOGIN_FAILED, TOO_MANY_REQUESTS */
  signIn(request: {
    email: string;
    password: string;
    device: Device;
    address: string;
  }): Promise<{ token: string; account: KnownAccount }>;
  signOut(caller: Caller): Promise<void>;
}

export function createSignIn(options: SignInOptions): SignIn {
  const { db, transact, clock, limits, deviceSessions, outbox, onSignOut } = options;

  return {
    async signIn({ email, password, device, address }) {
      const wasRight = await takePasswordTry(limits, email, address);
      const account = await findAccountByEmail(db, email);
      if (!(await isPasswordOf(account?.password_hash, password)) || !account) fail('LOGIN_FAILED');

      const token = await transact(async (tx) => {
        // A password that was changed since it was checked must not open a session that the change did not see.
        if ((await lockPasswordHash(tx, account.id)) !== account.password_hash) fail('LOGIN_FAILED');
        await deviceSessions.announce(tx, account, device);
        return (await deviceSessions.open(tx, account.id, device)).token;
      });
      outbox.wake();
      await wasRight();
      return { token, account };
    },

    signOut: ({ account, deviceSessionId }) =>
      transact(async (tx) => {
        await revokeDeviceSession(tx, { account_id: account.id, id: deviceSessionId, revoked_at: clock.now() });
        await onSignOut(tx, { accountId: account.id, deviceSessionId });
      }),
  };
}
