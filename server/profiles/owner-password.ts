import { isPasswordOf } from '../accounts/passwords.ts';
import type { Caller } from '../accounts/sessions.ts';
import { findAccountById, lockAccount } from '../accounts/store.ts';
import type { Connection } from '../db/open.ts';
import { fail } from '../lib/fail.ts';
import type { SecurityLog } from '../lib/security-log.ts';
import type { Limits } from '../limits/limits.ts';

/**
 * Passwords that the owner's profile may give, right or wrong. The counters are apart from those of sign-in: strangers
 * must not use them up, and a child at the remote must not use up the sign-in's.
 */
const triesPerAddress = { count: 60, withinSeconds: 600 };
const triesPerAccount = { count: 10, withinSeconds: 600 };

/** Compares the account's password once more, in the transaction that relies on it. @throws LOGIN_FAILED */
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
