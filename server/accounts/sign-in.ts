import type { Device } from '#contract/accounts.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Random } from '../lib/random.ts';
import type { Limits } from '../limits/limits.ts';
import { isPasswordOf } from './passwords.ts';
import type { Caller } from './sessions.ts';
import {
  findAccountByEmail,
  insertDeviceSession,
  insertToken,
  revokeDeviceSession,
  type KnownAccount,
} from './store.ts';
import { hashToken } from './tokens.ts';

export interface SignInOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  limits: Limits;
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

/** Wrong passwords for one account: a viewer who mistypes ten times in a minute is still let in, a guesser gets nowhere. */
const failuresPerAccount = { count: 20, withinSeconds: 600 };
/** Wrong passwords from one address, which a whole house or dormitory may share. */
const failuresPerAddress = { count: 200, withinSeconds: 600 };

export function createSignIn({ db, transact, clock, random, limits, onSignOut }: SignInOptions): SignIn {
  return {
    async signIn({ email, password, device, address }) {
      // Counted before the password is looked at, so that many tries at once do not all slip through. The e-mail is
      // counted whether it has an account or not: a limit must not tell.
      const accountKey = `sign-in:account:${hashToken(email)}`;
      const tries = await limits.take([
        { key: accountKey, ...failuresPerAccount },
        { key: `sign-in:address:${address}`, ...failuresPerAddress },
      ]);
      const account = await findAccountByEmail(db, email);
      if (!(await isPasswordOf(account?.password_hash, password)) || !account) fail('LOGIN_FAILED');

      const now = clock.now();
      const token = random.secret();
      const session = { account_id: account.id, id: random.uuid() };
      await transact(async (tx) => {
        await insertDeviceSession(tx, {
          ...session,
          platform: device.platform,
          model: device.model ?? null,
          name: device.name ?? null,
          created_at: now,
          last_seen_at: now,
          revoked_at: null,
        });
        await insertToken(tx, {
          hash: hashToken(token),
          account_id: account.id,
          device_session_id: session.id,
          profile_id: null,
          created_at: now,
        });
      });
      await tries.giveBack();
      await limits.clear(accountKey);
      return { token, account };
    },

    signOut: ({ account, deviceSessionId }) =>
      transact(async (tx) => {
        await revokeDeviceSession(tx, { account_id: account.id, id: deviceSessionId, revoked_at: clock.now() });
        await onSignOut(tx, { accountId: account.id, deviceSessionId });
      }),
  };
}
