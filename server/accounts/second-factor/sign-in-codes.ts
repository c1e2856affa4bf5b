import type { Device } from '#contract/accounts.ts';
import type { Limits } from '#server/accounts/limits/limits.ts';
import { idleSince } from '#server/accounts/sessions.ts';
import { hashToken } from '#server/accounts/tokens.ts';
import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Random } from '#server/lib/random.ts';
import { findStep } from '#server/lib/totp.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import { createMailedCodes, mailedCodesKey } from './mailed-codes.ts';
import { inUse, tellOfSecondFactor } from './second-factors.ts';
import {
  findSecondFactor,
  forgetDevices,
  isRememberedDevice,
  putSecondFactor,
  rememberDevice,
  useRememberedDevice,
  type SecondFactorRow,
} from './store.ts';

/** Remembered devices of an account, as many as may be signed in. */
const MAXIMUM_DEVICES = 50;

/**
 * Wrong codes, counted for callers who know the password. Three of a million codes of an authenticator count at a time:
 * who tries for a year has a chance of one in thirty.
 */
const wrongPerAccount = { count: 10, windowSeconds: 3600 };
const wrongPerDay = { count: 30, windowSeconds: 24 * 3600 };
const wrongKeys = (accountId: string) => [`second-factor:wrong-of:${accountId}`, `second-factor:day-of:${accountId}`];

/** What a caller has besides the right password. */
export interface SecondProof {
  code?: string | undefined;
  /** `mail`: the authenticator is lost. */
  codeBy?: 'mail' | undefined;
  deviceKey?: string | undefined;
}

/** `off`: the account asks for no code. `known`: a remembered device. */
export type SecondVerdict =
  { state: 'off' | 'known' | 'right' | 'wrong' | 'expired' } | { state: 'required'; by: 'MAILED' | 'AUTHENTICATOR' };

export interface SignInCodes {
  /** Counts a code before it is judged. @returns gives it back @throws TOO_MANY_REQUESTS */
  takeTry(accountId: string, proof: SecondProof): Promise<() => Promise<void>>;
  /**
   * Judges the second factor of an account that the transaction has locked; mails a code where one is needed. The
   * transaction must commit whatever the verdict is: it counts wrong codes. Wake the outbox after it.
   * @throws TOO_MANY_REQUESTS
   */
  judge(
    tx: Connection,
    account: { id: string; email: string },
    given: SecondProof & { device: Device },
  ): Promise<SecondVerdict>;
  /** @returns the key with which the device signs in without a code; undefined where the account asks for none. */
  remember(
    tx: Connection,
    session: { accountId: string; deviceSessionId: string; deviceKey?: string | undefined },
  ): Promise<string | undefined>;
  /** Forgets the counts of wrong and mailed codes: who knew the password does not know the new one. */
  forgetTries(accountId: string): Promise<void>;
}

/** Asks for the second factor at a sign-in, for accounts whose owner wants it. */
export function createSignInCodes(options: {
  clock: Clock;
  random: Random;
  limits: Limits;
  outbox: Outbox;
}): SignInCodes {
  const { clock, random, limits, outbox } = options;
  const mailedCodes = createMailedCodes(options);

  const isAskedByMail = (row: SecondFactorRow, { codeBy }: SecondProof) => row.method === 'mail' || codeBy === 'mail';

  const isRemembered = (tx: Connection, accountId: string, deviceKey: string) =>
    isRememberedDevice(tx, {
      account_id: accountId,
      key_hash: hashToken(deviceKey),
      usedSince: idleSince(clock.now()),
    });

  const useMailed = async (
    tx: Connection,
    account: { id: string; email: string },
    row: SecondFactorRow,
    code: string,
  ) => {
    const state = await mailedCodes.judge(tx, row, 'sign-in', code);
    if (state !== 'right') return state;
    await putSecondFactor(tx, account.id, { code_for: null, code_hash: null, code_expires_at: null });
    if (row.method === 'mail') return state;
    // The authenticator is lost: whoever has it must not sign in, and the owner gets codes by mail from now on.
    await putSecondFactor(tx, account.id, inUse('mail', null, null));
    await forgetDevices(tx, { accountId: account.id, exceptSessionId: null });
    await tellOfSecondFactor(tx, { outbox, clock }, { email: account.email, method: 'mail' });
    return state;
  };

  const useAuthenticator = async (tx: Connection, row: SecondFactorRow, code: string) => {
    const step = findStep(row.secret ?? '', code, clock.now(), row.last_step);
    if (step === undefined) return 'wrong';
    await putSecondFactor(tx, row.account_id, { last_step: step });
    return 'right';
  };

  return {
    async takeTry(accountId, { code }) {
      if (code === undefined) return () => Promise.resolve();
      const [hourKey, dayKey] = wrongKeys(accountId) as [string, string];
      const tries = await limits.take([
        { key: hourKey, ...wrongPerAccount },
        { key: dayKey, ...wrongPerDay },
      ]);
      return () => tries.giveBack();
    },

    async judge(tx, account, { device, ...proof }) {
      const row = await findSecondFactor(tx, account.id);
      if (!row || row.method === 'none') return { state: 'off' };
      const { code, deviceKey } = proof;
      if (deviceKey !== undefined && (await isRemembered(tx, account.id, deviceKey))) return { state: 'known' };
      const isByMail = isAskedByMail(row, proof);
      if (code === undefined) {
        if (isByMail) await mailedCodes.send(tx, account, { row, for: 'sign-in', device });
        return { state: 'required', by: isByMail ? 'MAILED' : 'AUTHENTICATOR' };
      }
      return { state: isByMail ? await useMailed(tx, account, row, code) : await useAuthenticator(tx, row, code) };
    },

    async remember(tx, { accountId, deviceSessionId, deviceKey }) {
      const row = await findSecondFactor(tx, accountId);
      if (!row || row.method === 'none') return undefined;
      const now = clock.now();
      const used = { account_id: accountId, device_session_id: deviceSessionId, last_used_at: now };
      if (
        deviceKey !== undefined &&
        (await useRememberedDevice(tx, { ...used, key_hash: hashToken(deviceKey), usedSince: idleSince(now) }))
      )
        return deviceKey;
      const key = random.secret();
      await rememberDevice(tx, { ...used, key_hash: hashToken(key) }, MAXIMUM_DEVICES);
      return key;
    },

    async forgetTries(accountId) {
      for (const key of [...wrongKeys(accountId), mailedCodesKey(accountId)]) await limits.clear(key);
    },
  };
}
