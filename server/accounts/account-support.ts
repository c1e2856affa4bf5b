import type { OwnerProof } from '#contract/console/people.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { ChangedMeanwhileError, MissingError, RefusedError } from '../lib/refused-error.ts';
import type { Outbox } from '../mail/outbox.ts';
import { endPasswordResets } from './codes-store.ts';
import type { EmailCodes } from './email-codes.ts';
import { INVITATION_LIVES_SECONDS } from './joining/invitations.ts';
import type { Limits } from './limits/limits.ts';
import { RESET_LIVES_SECONDS } from './make-reset.ts';
import { NOBODYS_HASH } from './passwords.ts';
import { changeEmail, findAccountById, isEmailTaken, lockAccount, markEmailConfirmed } from './store.ts';

const DAY = 24 * 3600;
/** The old address must hear of a change, also when its mail server is down for days. */
const NOTICE_LIVES_SECONDS = 3 * DAY;
/** Password mails for one account: fewer than the outbox would send, so that support hears of the limit. */
const passwordMails = { count: 3, windowSeconds: 900 };

export interface EmailChange {
  email: string;
  code: string;
  proof: OwnerProof;
  reason: string;
  /** The address that the operator saw. */
  seen: string;
}

/** Support's operations on the sign-in of an account. All methods throw MissingError without the account. */
export interface AccountSupport {
  /** Mails a reset, and who has no password yet another invitation. @throws TOO_MANY_REQUESTS */
  sendPasswordMail(id: string): Promise<void>;
  /** Mails a code to the account's address or to a new one. @throws RefusedError, TOO_MANY_REQUESTS */
  sendEmailProof(id: string, email: string): Promise<void>;
  /**
   * Confirms the address, or replaces it and tells the old one.
   * @throws RefusedError, ChangedMeanwhileError, AUTH_CODE_INVALID, AUTH_CODE_EXPIRED, TOO_MANY_REQUESTS
   */
  changeEmail(id: string, change: EmailChange): Promise<void>;
}

const missing = () => new MissingError('The account was removed.', '없는 이용자예요. 그사이 탈퇴했을 수 있어요.');
const taken = () => new RefusedError('Another account has this address.', '이미 다른 계정이 쓰는 이메일이에요.');

export function createAccountSupport(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  limits: Limits;
  outbox: Pick<Outbox, 'put' | 'wake'>;
  emailCodes: Pick<EmailCodes, 'request' | 'check' | 'use'>;
  record: RecordChange;
}): AccountSupport {
  const { db, transact, clock, limits, outbox, emailCodes, record } = options;
  const find = async (id: string) => (await findAccountById(db, id)) ?? fail(missing());
  /** Codes and wrong codes of support count by account, beside those of viewers by their network. */
  const callerOf = (id: string) => `support:${id}`;

  return {
    async sendPasswordMail(id) {
      const account = await find(id);
      await limits.take([{ key: `staff-password-mail:${id}`, ...passwordMails }]);
      const isInvited = account.password_hash === NOBODYS_HASH;
      await transact(async (tx) => {
        await outbox.put(tx, {
          kind: isInvited ? 'invitation' : 'password-reset',
          to: account.email,
          content: null,
          livesSeconds: isInvited ? INVITATION_LIVES_SECONDS : RESET_LIVES_SECONDS,
        });
        await record(tx, {
          action: 'account.password-mail',
          subject: { kind: 'account', id },
          before: null,
          after: null,
        });
      });
      outbox.wake();
    },

    async sendEmailProof(id, email) {
      const account = await find(id);
      if (email !== account.email && (await isEmailTaken(db, email))) throw taken();
      await emailCodes.request({ email, address: callerOf(id) });
      // Without the address: the audit log outlives accounts.
      await record(db, {
        action: 'account.email-code',
        subject: { kind: 'account', id },
        before: null,
        after: { is_new_address: email !== account.email },
      });
    },

    async changeEmail(id, { email, code, proof, reason, seen }) {
      await find(id);
      await emailCodes.check({ email, code, address: callerOf(id) });
      await transact(async (tx) => {
        const account = (await lockAccount(tx, id)) ?? fail(missing());
        if (account.email !== seen) throw new ChangedMeanwhileError();
        await emailCodes.use(tx, { email, code });
        const isNew = account.email !== email;
        if (isNew) {
          if (!(await changeEmail(tx, { id, from: account.email, to: email }))) throw taken();
          // A link that was mailed to the old address must not open the account any more.
          await endPasswordResets(tx, id, clock.now());
          await outbox.put(tx, {
            kind: 'email-changed',
            to: account.email,
            content: { kind: 'email-changed', at: clock.now().toISOString() },
            livesSeconds: NOTICE_LIVES_SECONDS,
          });
        } else await markEmailConfirmed(tx, id);
        await record(tx, {
          action: 'account.email',
          subject: { kind: 'account', id },
          before: null,
          after: { is_new_address: isNew, proof, reason },
        });
      });
      outbox.wake();
    },
  };
}

const fail = (error: Error): never => {
  throw error;
};
