import type { Device } from '#contract/accounts.ts';
import { EMAIL_CODE_RESEND_SECONDS } from '#contract/sign-up.ts';
import { describeDevice } from '#server/accounts/device-label.ts';
import { secondsUntil, type Limits } from '#server/accounts/limits/limits.ts';
import { hashToken } from '#server/accounts/tokens.ts';
import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { fail } from '#server/lib/fail.ts';
import type { Random } from '#server/lib/random.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { putSecondFactor, type SecondFactorRow } from './store.ts';

const CODE_LIVES_SECONDS = 600;
/** Wrong codes after which a code becomes invalid. */
const MAXIMUM_TRIES = 5;
/** Codes per account, so that nobody who knows the password can flood the mailbox. */
const codesPerAccount = { count: 10, windowSeconds: 3600 };
/** The limit's counter; a new password clears it. */
export const mailedCodesKey = (accountId: string): string => `second-factor:sent-of:${accountId}`;

type Purpose = NonNullable<SecondFactorRow['code_for']>;

/** Codes that are mailed to an account's own address. Lock the account first. */
export interface MailedCodes {
  /**
   * Mails a new code, which ends the last one; not again within a minute.
   * @param about the row says which code was mailed last.
   * @throws TOO_MANY_REQUESTS
   */
  send(
    tx: Connection,
    account: { id: string; email: string },
    about: { row: SecondFactorRow | undefined; for: Purpose; device: Device | null },
  ): Promise<void>;
  /** Counts a wrong code. A right one stays until the caller ends it. */
  judge(tx: Connection, row: SecondFactorRow, purpose: Purpose, code: string): Promise<'right' | 'wrong' | 'expired'>;
}

export function createMailedCodes(options: {
  clock: Clock;
  random: Random;
  limits: Limits;
  outbox: Outbox;
}): MailedCodes {
  const { clock, random, limits, outbox } = options;
  // A leaked hash of six digits can be brute-forced; the protection is the lifetime of ten minutes.
  const hashOf = (accountId: string, code: string) => hashToken(`${accountId}\n${code}`);

  /** Whether the last code was mailed within a minute: the answer of a repeated call was lost, or its reader is impatient. */
  const isFresh = (row: SecondFactorRow, purpose: Purpose) =>
    row.code_for === purpose &&
    row.code_tries < MAXIMUM_TRIES &&
    row.code_expires_at !== null &&
    row.code_expires_at.getTime() - clock.now().getTime() > (CODE_LIVES_SECONDS - EMAIL_CODE_RESEND_SECONDS) * 1000;

  return {
    async send(tx, { id, email }, { row, for: purpose, device }) {
      if (row && isFresh(row, purpose)) return;
      const refusedUntil = await limits.tryTake([{ key: mailedCodesKey(id), ...codesPerAccount }], tx);
      if (refusedUntil) fail('TOO_MANY_REQUESTS', { retryAfterSeconds: secondsUntil(refusedUntil, clock.now()) });
      const code = random.code('0123456789', 6);
      await putSecondFactor(tx, id, {
        code_for: purpose,
        code_hash: hashOf(id, code),
        code_expires_at: new Date(clock.now().getTime() + CODE_LIVES_SECONDS * 1000),
        code_tries: 0,
      });
      await outbox.put(tx, {
        kind: 'second-factor-code',
        to: email,
        content: { kind: 'second-factor-code', code, device: device && describeDevice(device) },
        livesSeconds: CODE_LIVES_SECONDS,
      });
    },

    async judge(tx, row, purpose, code) {
      const { account_id: id, code_hash: hash, code_expires_at: expiresAt, code_tries: tries } = row;
      if (row.code_for !== purpose || hash === null || expiresAt === null) return 'expired';
      if (expiresAt <= clock.now() || tries >= MAXIMUM_TRIES) return 'expired';
      if (hash === hashOf(id, code)) return 'right';
      await putSecondFactor(tx, id, { code_tries: tries + 1 });
      return 'wrong';
    },
  };
}
