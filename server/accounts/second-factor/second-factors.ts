import type { SecondFactorMethod } from '#contract/second-factor.ts';
import { forgetDevices, findSecondFactor, putSecondFactor, type SecondFactorRow } from './store.ts';
import { createMailedCodes } from './mailed-codes.ts';
import type { Caller } from '#server/accounts/sessions.ts';
import { findDeviceSession, lockAccount } from '#server/accounts/store.ts';
import type { Limits } from '#server/accounts/limits/limits.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { fail } from '#server/lib/fail.ts';
import type { Random } from '#server/lib/random.ts';
import type { SecurityLog } from '#server/lib/security-log.ts';
import { findStep, TOTP_SECRET, totpUrl } from '#server/lib/totp.ts';
import type { Outbox } from '#server/mail/outbox.ts';

/** How long a method that was begun can be confirmed, in seconds; a mailed code lives as long. */
export const BEGUN_LIVES_SECONDS = 600;
/** Lifetime of a notice in the outbox, in seconds: its reader may have to act. */
const NOTICE_LIVES_SECONDS = 3 * 24 * 3600;

/** Wrong codes of a signed-in owner. */
const wrongOfOwner = { count: 30, windowSeconds: 3600 };

type Account = Caller['account'];

/**
 * Checks the password of the account; the returned function checks it again in the transaction that relies on it.
 * @throws LOGIN_FAILED, TOO_MANY_REQUESTS
 */
export type CheckPassword = (
  caller: Caller,
  password: string,
  address: string,
) => Promise<(tx: Connection) => Promise<void>>;

export interface SecondFactors {
  methodOf(account: Pick<Account, 'id'>): Promise<SecondFactorMethod>;
  /**
   * @returns the secret of an authenticator; undefined for a mailed code.
   * @throws PROFILE_REQUIRED, LOGIN_FAILED, TOO_MANY_REQUESTS
   */
  begin(
    caller: Caller,
    given: { password: string; method: 'mail' | 'authenticator'; address: string },
  ): Promise<{ secret: string; url: string } | undefined>;
  /** @throws PROFILE_REQUIRED, AUTH_CODE_INVALID, AUTH_CODE_EXPIRED, TOO_MANY_REQUESTS */
  confirm(caller: Caller, given: { code: string; address: string }): Promise<SecondFactorMethod>;
  /** @throws PROFILE_REQUIRED, LOGIN_FAILED, TOO_MANY_REQUESTS */
  end(caller: Caller, given: { password: string; address: string }): Promise<void>;
}

/** Tells the owner by mail that the second factor changed. Wake the outbox after the transaction. */
export const tellOfSecondFactor = (
  tx: Connection,
  { outbox, clock }: { outbox: Outbox; clock: Clock },
  { email, method }: { email: string; method: SecondFactorMethod },
): Promise<void> =>
  outbox.put(tx, {
    kind: 'second-factor-changed',
    to: email,
    content: { kind: 'second-factor-changed', method, at: clock.now().toISOString() },
    livesSeconds: NOTICE_LIVES_SECONDS,
  });

/** The rows of a method that is in use; what was begun and mailed before ends. */
export const inUse = (method: SecondFactorMethod, secret: string | null, lastStep: number | null) => ({
  method,
  secret,
  last_step: lastStep,
  begun_method: null,
  begun_secret: null,
  begun_until: null,
  code_for: null,
  code_hash: null,
  code_expires_at: null,
  code_tries: 0,
});

/** How an account's owner chooses a second factor. `sign-in-codes.ts` asks for it. */
export function createSecondFactors(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  limits: Limits;
  outbox: Outbox;
  security: SecurityLog;
  checkOwnerPassword: CheckPassword;
}): SecondFactors {
  const { db, transact, clock, random, limits, outbox, security, checkOwnerPassword } = options;
  const mailedCodes = createMailedCodes(options);

  const checkOwner = ({ profile }: Caller) => {
    if (profile !== null && !profile.is_owner)
      fail('PROFILE_REQUIRED', { message: '계정을 만든 사람의 프로필에서 바꿀 수 있어요.' });
  };

  /** The device may have signed out since its token was looked up. */
  const lockCaller = async (tx: Connection, { account, deviceSessionId }: Caller) => {
    await lockAccount(tx, account.id);
    if (!(await findDeviceSession(tx, { account_id: account.id, id: deviceSessionId }))) fail('TOKEN_INVALID');
  };

  /** @returns the accepted step of an authenticator, null for a mailed code, or why the code does not count. */
  const judge = async (tx: Connection, row: SecondFactorRow, code: string) => {
    if (row.begun_method === 'mail') {
      const verdict = await mailedCodes.judge(tx, row, 'begin', code);
      return verdict === 'right' ? null : verdict;
    }
    return findStep(row.begun_secret ?? '', code, clock.now(), null) ?? ('wrong' as const);
  };

  return {
    methodOf: async ({ id }) => (await findSecondFactor(db, id))?.method ?? 'none',

    async begin(caller, { password, method, address }) {
      checkOwner(caller);
      const { account } = caller;
      const confirmPassword = await checkOwnerPassword(caller, password, address);
      const secret = method === 'authenticator' ? random.code(TOTP_SECRET.alphabet, TOTP_SECRET.length) : null;
      await transact(async (tx) => {
        await confirmPassword(tx);
        await lockCaller(tx, caller);
        const row = await findSecondFactor(tx, account.id);
        await putSecondFactor(tx, account.id, {
          begun_method: method,
          begun_secret: secret,
          begun_until: new Date(clock.now().getTime() + BEGUN_LIVES_SECONDS * 1000),
        });
        if (method === 'mail') await mailedCodes.send(tx, account, { row, for: 'begin', device: null });
      });
      outbox.wake();
      return secret === null ? undefined : { secret, url: totpUrl(secret, account.email) };
    },

    async confirm(caller, { code, address }) {
      checkOwner(caller);
      const { account, deviceSessionId } = caller;
      const tries = await limits.take([{ key: `second-factor:confirms-of:${account.id}`, ...wrongOfOwner }]);
      const outcome = await transact(async (tx) => {
        await lockCaller(tx, caller);
        const row = await findSecondFactor(tx, account.id);
        if (!row?.begun_method || !row.begun_until || row.begun_until <= clock.now()) return 'expired';
        const step = await judge(tx, row, code);
        if (typeof step === 'string') return step;
        await putSecondFactor(tx, account.id, inUse(row.begun_method, row.begun_secret, step));
        // Those that an earlier method remembered were proved by another code.
        await forgetDevices(tx, { accountId: account.id, exceptSessionId: null });
        await tellOfSecondFactor(tx, { outbox, clock }, { email: account.email, method: row.begun_method });
        return { method: row.begun_method };
      });
      if (outcome === 'expired') fail('AUTH_CODE_EXPIRED');
      if (outcome === 'wrong') fail('AUTH_CODE_INVALID');
      await tries.giveBack();
      outbox.wake();
      security.event('second_factor_changed', {
        accountId: account.id,
        deviceSessionId,
        address,
        reason: outcome.method,
      });
      return outcome.method;
    },

    async end(caller, { password, address }) {
      checkOwner(caller);
      const { account, deviceSessionId } = caller;
      const confirmPassword = await checkOwnerPassword(caller, password, address);
      await transact(async (tx) => {
        await confirmPassword(tx);
        await lockCaller(tx, caller);
        const row = await findSecondFactor(tx, account.id);
        if (!row || row.method === 'none') return;
        await putSecondFactor(tx, account.id, inUse('none', null, null));
        await forgetDevices(tx, { accountId: account.id, exceptSessionId: null });
        await tellOfSecondFactor(tx, { outbox, clock }, { email: account.email, method: 'none' });
      });
      outbox.wake();
      security.event('second_factor_changed', { accountId: account.id, deviceSessionId, address, reason: 'none' });
    },
  };
}
