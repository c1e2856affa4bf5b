import {
  endPasswordResets,
  findAccountById,
  hashToken,
  isPasswordOf,
  lockAccount,
  revokeDeviceSessions,
  takePasswordChange,
} from '../accounts/index.ts';
import type { Origin } from '../accounts/origin.ts';
import type { Caller } from '../accounts/sessions.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import { MissingError, RefusedError } from '../lib/refused-error.ts';
import type { SecurityLog } from '../lib/security-log.ts';
import type { Limits } from '#server/accounts/limits/limits.ts';
import { removeIdentity } from './leaving-store.ts';

export interface Leaving {
  /** @throws LOGIN_FAILED, TOO_MANY_REQUESTS */
  leave(caller: Caller, given: { password: string } & Origin): Promise<void>;
  /** The same for support. @throws MissingError, and RefusedError for another e-mail address */
  erase(record: RecordChange, accountId: string, given: { email: string; reason: string }): Promise<void>;
}

/**
 * Ends an account. The call itself signs out everywhere, ends playbacks and removes the identity; a job erases the rest
 * (erasing.ts).
 */
export function createLeaving(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  limits: Limits;
  security: SecurityLog;
  /** Ends the account's play logs and downloads that match `isEnded`. */
  deactivate(tx: Connection, accountId: string, isEnded: () => boolean): Promise<void>;
  /** Refuses televisions that were approved on a phone and have not signed in yet. */
  denyApproved(tx: Connection, accountId: string): Promise<void>;
}): Leaving {
  const { db, transact, clock, limits, security, deactivate, denyApproved } = options;

  /** Ends an account that the transaction has locked. */
  const end = async (tx: Connection, account: { id: string; email: string }) => {
    const now = clock.now();
    await revokeDeviceSessions(tx, { accountId: account.id, exceptId: null, revokedAt: now });
    await deactivate(tx, account.id, () => true);
    await denyApproved(tx, account.id);
    await endPasswordResets(tx, account.id, now);
    await removeIdentity(tx, account, { emailHash: hashToken(account.email), leftAt: now });
  };

  return {
    async leave({ account, deviceSessionId }, { password, address, requestId }) {
      const origin = { accountId: account.id, deviceSessionId, address, requestId };
      await takePasswordChange(limits, account.id);
      const known = await findAccountById(db, account.id);
      if (!(await isPasswordOf(known?.password_hash, password, account.id))) {
        security.event('password_refused', origin);
        fail('LOGIN_FAILED', { message: '비밀번호가 맞지 않아요.' });
      }
      await transact(async (tx) => {
        const locked = await lockAccount(tx, account.id);
        // The password may have changed after it was checked.
        if (!locked || locked.password_hash !== known?.password_hash) fail('LOGIN_FAILED');
        await end(tx, locked);
      });
      security.event('account_left', origin);
    },

    async erase(record, accountId, { email, reason }) {
      await transact(async (tx) => {
        const account = await lockAccount(tx, accountId);
        if (!account) throw new MissingError('The account was removed.', '없는 이용자예요. 그사이 탈퇴했을 수 있어요.');
        if (account.email !== email)
          throw new RefusedError('The account has another e-mail address.', '이 이용자의 이메일이 아니에요.');
        await end(tx, account);
        await record(tx, {
          action: 'account.erase',
          subject: { kind: 'account', id: accountId },
          before: null,
          after: { reason },
        });
      });
      security.event('account_left', { accountId, reason: 'support' });
    },
  };
}
