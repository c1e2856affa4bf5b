import { isLimited } from '#contract/rules/household.ts';
import { EMAIL_CODE_LIVES_SECONDS, EMAIL_CODE_RESEND_SECONDS } from '#contract/sign-up.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Random } from '../lib/random.ts';
import type { Limit, Limits } from './limits/limits.ts';
import type { Outbox } from '../mail/outbox.ts';
import { hasEmailCode, putEmailCode, takeEmailCode, tryEmailCode } from './codes-store.ts';
import type { Caller, FindCaller } from './sessions.ts';
import { isEmailTaken, markEmailConfirmed } from './store.ts';
import { hashToken } from './tokens.ts';

/** Wrong codes after which a code becomes invalid (contract.md, section 3). */
const MAXIMUM_TRIES = 5;

/** Codes per e-mail address, so that strangers cannot flood a mailbox. */
const codesPerEmail = { count: 10, windowSeconds: 3600 };
const oneAtATime = { count: 1, windowSeconds: EMAIL_CODE_RESEND_SECONDS };
const codesPerAddress = { count: 60, windowSeconds: 600 };
/** Wrong codes over several codes: this limit makes guessing one of a million codes hopeless. */
const wrongPerEmail = { count: 30, windowSeconds: 3600 };
const wrongPerAddress = { count: 100, windowSeconds: 600 };
/** Checks whether an e-mail has an account, limited so that nobody can probe a list of addresses. */
const questionsPerAddress = { count: 120, windowSeconds: 600 };

export interface EmailCodes {
  /** @throws EMAIL_TAKEN, TOO_MANY_REQUESTS */
  checkUnique(email: string, address: string): Promise<void>;
  /**
   * Sends a code. With a token of the account that has the e-mail, it is the owner's code, which strangers can neither
   * replace nor exhaust. Any other token, and a limited profile's, is ignored.
   * @throws TOO_MANY_REQUESTS
   */
  request(asked: { email: string; address: string; token?: string | null }): Promise<void>;
  /** Checks an anonymous code without consuming it. @throws AUTH_CODE_INVALID, AUTH_CODE_EXPIRED, TOO_MANY_REQUESTS */
  check(given: GivenCode): Promise<void>;
  /** Consumes an anonymous code if it is right. @throws AUTH_CODE_EXPIRED when it is no longer valid. */
  use(tx: Connection, given: { email: string; code: string }): Promise<void>;
  /**
   * Checks a code; with an account's token it also confirms that account's e-mail. Tries the owner's code first, then
   * an anonymous one.
   * @throws the errors of `check`, TOKEN_INVALID, and VALIDATION_FAILED for an e-mail of another account.
   */
  confirm(given: GivenCode & { token: string | null }): Promise<void>;
}

interface GivenCode {
  email: string;
  code: string;
  address: string;
}

/** `expired` also when the tries are exhausted; `none` when no code was sent. */
type Verdict = 'right' | 'wrong' | 'expired' | 'none';

export function createEmailCodes(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  limits: Limits;
  outbox: Outbox;
  findCaller: FindCaller;
}): EmailCodes {
  const { db, transact, clock, random, limits, outbox, findCaller } = options;

  // A leaked hash of six digits can be brute-forced; the protection is the lifetime of ten minutes.
  const tryOf = ({ email, code }: { email: string; code: string }, isForOwner: boolean) => ({
    email,
    isForOwner,
    codeHash: hashToken(`${email}\n${code}`),
    now: clock.now(),
    maximumTries: MAXIMUM_TRIES,
  });

  const wrongOf = ({ email, address }: GivenCode) => [
    { key: `email-code:wrong-from:${address}`, ...wrongPerAddress },
    { key: `email-code:wrong:${hashToken(email)}`, ...wrongPerEmail },
  ];
  /** A counter of its own for signed-in owners, which strangers cannot exhaust. */
  const wrongOfOwner = ({ account }: Caller) => [{ key: `email-code:wrong-of:${account.id}`, ...wrongPerEmail }];

  const judge = async (given: GivenCode, isForOwner: boolean): Promise<Verdict> => {
    const isRight = await tryEmailCode(db, tryOf(given, isForOwner));
    if (isRight !== undefined) return isRight ? 'right' : 'wrong';
    return (await hasEmailCode(db, given.email, isForOwner)) ? 'expired' : 'none';
  };
  const judgeForOwner = async (given: GivenCode): Promise<Verdict> => {
    const own = await judge(given, true);
    if (own === 'right' || own === 'wrong') return own;
    const other = await judge(given, false);
    return own === 'expired' && other !== 'right' ? own : other;
  };

  const checkWithin = async (wrong: Limit[], find: () => Promise<Verdict>) => {
    const tries = await limits.take(wrong);
    const verdict = await find();
    if (verdict === 'expired') fail('AUTH_CODE_EXPIRED');
    if (verdict !== 'right') fail('AUTH_CODE_INVALID');
    await tries.giveBack();
  };
  const check: EmailCodes['check'] = (given) => checkWithin(wrongOf(given), () => judge(given, false));

  const findConfirmed = async (token: string, email: string): Promise<Caller> => {
    const caller = (await findCaller(token)) ?? fail('TOKEN_INVALID');
    if (caller.account.email !== email) fail('VALIDATION_FAILED', { fields: { email: ['NOT_OF_ACCOUNT'] } });
    return caller;
  };

  const findOwner = async (token: string | null, email: string): Promise<Caller | undefined> => {
    const caller = token === null ? undefined : await findCaller(token);
    // A limited profile may not confirm the e-mail, so it must not replace the owner's code either.
    const isOwner = caller?.account.email === email && !(caller.profile && isLimited(caller.profile));
    return isOwner ? caller : undefined;
  };

  // The limit per minute comes first: a request that is too early must not consume the hourly limit.
  const sentOf = ({ account }: Caller) => [
    { key: `email-code:resend-of:${account.id}`, ...oneAtATime },
    { key: `email-code:sent-of:${account.id}`, ...codesPerEmail },
  ];
  const sentTo = (hash: string, address: string) => [
    { key: `email-code:sent-from:${address}`, ...codesPerAddress },
    { key: `email-code:resend:${hash}`, ...oneAtATime },
    { key: `email-code:sent:${hash}`, ...codesPerEmail },
  ];

  return {
    async checkUnique(email, address) {
      await limits.take([{ key: `email-check:address:${address}`, ...questionsPerAddress }]);
      if (await isEmailTaken(db, email)) fail('EMAIL_TAKEN');
    },

    async request({ email, address, token = null }) {
      const owner = await findOwner(token, email);
      await limits.take(owner ? sentOf(owner) : sentTo(hashToken(email), address));
      const code = random.code('0123456789', 6);
      const { isForOwner, codeHash, now } = tryOf({ email, code }, owner !== undefined);
      await transact(async (tx) => {
        await putEmailCode(tx, {
          email,
          is_for_owner: isForOwner,
          code_hash: codeHash,
          tries: 0,
          created_at: now,
          expires_at: new Date(now.getTime() + EMAIL_CODE_LIVES_SECONDS * 1000),
        });
        await outbox.put(tx, {
          kind: 'email-code',
          to: email,
          content: { kind: 'email-code', code },
          livesSeconds: EMAIL_CODE_LIVES_SECONDS,
        });
      });
      outbox.wake();
    },

    check,

    async use(tx, given) {
      if (!(await takeEmailCode(tx, tryOf(given, false)))) fail('AUTH_CODE_EXPIRED');
    },

    async confirm({ token, ...given }) {
      const caller = token === null ? null : await findConfirmed(token, given.email);
      await (caller ? checkWithin(wrongOfOwner(caller), () => judgeForOwner(given)) : check(given));
      if (caller) await markEmailConfirmed(db, caller.account.id);
    },
  };
}
