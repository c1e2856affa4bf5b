import type { Device } from '#contract/accounts.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { fail, ServiceError } from '../lib/fail.ts';
import type { SecurityLog } from '../lib/security-log.ts';
import type { Limits } from './limits/limits.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { DeviceSessions } from './device-sessions.ts';
import type { Origin } from './origin.ts';
import { takePasswordTry } from './password-tries.ts';
import { isPasswordOf } from './passwords.ts';
import type { Caller } from './sessions.ts';
import { findAccountByEmail, lockAccount, revokeDeviceSession, type KnownAccount } from './store.ts';

export interface SignInOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  limits: Limits;
  deviceSessions: DeviceSessions;
  outbox: Outbox;
  security: SecurityLog;
  /** Ends other data of a device's session; its tokens are already handled. */
  onSignOut(tx: Connection, session: { accountId: string; deviceSessionId: string }): Promise<void>;
}

export interface SignIn {
  /** @throws LOGIN_FAILED, TOO_MANY_REQUESTS */
  signIn(
    request: { email: string; password: string; device: Device } & Origin,
  ): Promise<{ token: string; account: KnownAccount }>;
  signOut(caller: Caller, origin?: Origin): Promise<void>;
}

export function createSignIn(options: SignInOptions): SignIn {
  const { db, transact, clock, limits, deviceSessions, outbox, security, onSignOut } = options;

  return {
    async signIn({ email, password, device, address, requestId }) {
      const origin = { address, requestId, platform: device.platform };
      const giveBackFailure = await takePasswordTry(limits, email, address).catch((error: unknown) => {
        if (error instanceof ServiceError) security.event('sign_in_refused', { ...origin, reason: 'limit' });
        throw error;
      });
      const account = await findAccountByEmail(db, email);
      const isRight = await isPasswordOf(account?.password_hash, password, address).catch(async (error: unknown) => {
        // The password was not checked, so the try must not count as a failure.
        await giveBackFailure();
        throw error;
      });
      if (!isRight || !account) {
        security.event('sign_in_refused', { ...origin, accountId: account?.id, reason: 'password' });
        fail('LOGIN_FAILED');
      }

      const opened = await transact(async (tx) => {
        // If the password changed after it was checked, signing in would create a session that the change did not
        // revoke.
        if ((await lockAccount(tx, account.id))?.password_hash !== account.password_hash) fail('LOGIN_FAILED');
        await deviceSessions.announce(tx, account, device);
        return deviceSessions.open(tx, account.id, device);
      });
      outbox.wake();
      security.event('sign_in', { ...origin, accountId: account.id, deviceSessionId: opened.deviceSessionId });
      // The session exists already: a failed refund must not fail the sign-in.
      await giveBackFailure().catch(() => undefined);
      return { token: opened.token, account };
    },

    async signOut({ account, deviceSessionId }, origin) {
      await transact(async (tx) => {
        await lockAccount(tx, account.id);
        await revokeDeviceSession(tx, { account_id: account.id, id: deviceSessionId, revoked_at: clock.now() });
        await onSignOut(tx, { accountId: account.id, deviceSessionId });
      });
      security.event('sign_out', { ...origin, accountId: account.id, deviceSessionId });
    },
  };
}
