import type { Device } from '#contract/accounts.ts';
import { isPassword } from '#contract/rules/password.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { AccountRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Random } from '../lib/random.ts';
import type { SecurityLog } from '../lib/security-log.ts';
import type { Limits } from './limits/limits.ts';
import type { DeviceSessions } from './device-sessions.ts';
import type { EmailCodes } from './email-codes.ts';
import type { Origin } from './origin.ts';
import { hashPassword } from './passwords.ts';
import { insertAccountOnce, isEmailTaken, type KnownAccount } from './store.ts';

const signUpsPerAddress = { count: 100, windowSeconds: 600 };

export interface SignUpRequest extends Origin {
  email: string;
  password1: string;
  password2: string;
  auth_code: string;
  device?: Device | undefined;
}

/**
 * Creates an account with its first profile, and signs in.
 *
 * @throws PASSWORD_MISMATCH, PASSWORD_WEAK, EMAIL_TAKEN, AUTH_CODE_INVALID, AUTH_CODE_EXPIRED, TOO_MANY_REQUESTS
 */
export type SignUp = (request: SignUpRequest) => Promise<{ token: string; account: KnownAccount }>;

export interface SignUpOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  limits: Limits;
  emailCodes: EmailCodes;
  deviceSessions: DeviceSessions;
  security: SecurityLog;
  /** Called in the transaction that adds an account: gives it its first profile. */
  onSignUp(tx: Connection, account: AccountRow): Promise<void>;
}

export function createSignUp(options: SignUpOptions): SignUp {
  const { db, transact, clock, random, limits, emailCodes, deviceSessions, security, onSignUp } = options;

  return async ({ email, password1, password2, auth_code: code, device = { platform: 'web' }, address, requestId }) => {
    if (password1 !== password2) fail('PASSWORD_MISMATCH');
    if (!isPassword(password1)) fail('PASSWORD_WEAK');
    await limits.take([{ key: `sign-up:address:${address}`, ...signUpsPerAddress }]);
    // Checked before the code: a sign-up whose answer was lost has consumed its code, and its viewer must learn that
    // the account exists.
    if (await isEmailTaken(db, email)) fail('EMAIL_TAKEN');
    await emailCodes.check({ email, code, address });

    const account: AccountRow = {
      id: random.uuid(),
      email,
      password_hash: await hashPassword(password1, address),
      is_email_confirmed: true,
      plan: 'free',
      membership_expires_at: null,
      created_at: clock.now(),
      identity_proved_at: null,
    };
    const token = await transact(async (tx) => {
      if (!(await insertAccountOnce(tx, account))) fail('EMAIL_TAKEN');
      await emailCodes.use(tx, { email, code });
      await onSignUp(tx, account);
      return (await deviceSessions.open(tx, account.id, device)).token;
    });
    security.event('sign_up', { accountId: account.id, platform: device.platform, address, requestId });
    return { token, account };
  };
}
