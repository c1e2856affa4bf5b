import { findAccountById, isPasswordOf, lockAccount } from '../accounts/index.ts';
import type { Caller } from '../accounts/sessions.ts';
import type { Connection } from '../db/open.ts';
import { fail } from '../lib/fail.ts';
import type { SecurityLog } from '../lib/security-log.ts';
import type { Limits } from '#server/accounts/limits/limits.ts';

/**
 * Password tries of the owner's profile, right or wrong. Separate from the counters of sign-in: strangers must not
 * exhaust them, and a child at the remote must not exhaust the sign-in's.
 */
const triesPerAddress = { count: 60, windowSeconds: 600 };
const triesPerAccount = { count: 10, windowSeconds: 600 };

/** Verifies the account's password again, in the transaction that relies on it. @throws LOGIN_FAILED */
export type ConfirmPassword = (tx: Connection) => Promise<void>;

/** @throws LOGIN_FAILED, TOO_MANY_REQUESTS */
export type CheckOwnerPassword = (caller: Caller, password: string, address: string) => Promise<ConfirmPassword>;

export const createCheckOwnerPassword =
  (db: Connection, limits: Limits, security: SecurityLog): CheckOwnerPassword =>
  async ({ account, deviceSessionId }, password, address) => {
    await limits.take([
      { key: `pin-removal:address:${address}`, ...triesPerAddress },
      { key: `pin-removal:account:${account.id}`, ...triesPerAccount },
    ]);
    const refuse = () => fail('LOGIN_FAILED', { message: '비밀번호가 맞지 않아요.' });
    const known = await findAccountById(db, account.id);
    if (!(await isPasswordOf(known?.password_hash, password, account.id))) {
      security.event('password_refused', { accountId: account.id, deviceSessionId, address });
      refuse();
    }
    return async (tx) => {
      if ((await lockAccount(tx, account.id))?.password_hash !== known?.password_hash) refuse();
    };
  };
