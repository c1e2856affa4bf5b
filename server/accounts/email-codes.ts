import { EMAIL_CODE_LIVES_SECONDS, EMAIL_CODE_RESEND_SECONDS } from '#contract/sign-up.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Random } from '../lib/random.ts';
import type { Limit, Limits } from '../limits/limits.ts';
import type { Outbox } from '../mail/outbox.ts';
import { hasEmailCode, putEmailCode, takeEmailCode, tryEmailCode } from './codes-store.ts';
import type { Caller, FindCaller } from './sessions.ts';
import { findAccountByEmail, markEmailConfirmed } from './store.ts';
import { hashToken } from './tokens.ts';

/** Wrong codes after which a code is over (contract.md, section 3). */
const MAXIMUM_TRIES = 5;

/** Codes for one e-mail address: nobody's mailbox shall be filled by us. */
const codesPerEmail = { count: 10, withinSeconds: 3600 };
const codesPerAddress = { count: 60, withinSeconds: 600 };
/** Wrong codes, over several codes: a million codes cannot be gone through in a lifetime. */
const wrongPerEmail = { count: 30, withinSeconds: 3600 };
const wrongPerAddress = { count: 100, withinSeconds: 600 };
/** The question whether an e-mail has an account: no list of addresses shall be gone through. */
const questionsPerAddress = { count: 120, withinSeconds: 600 };

export interface EmailCodes {
  /** @throws EMAIL_TAKEN, TOO_MANY_REQUESTS */
  checkUnique(email: string, address: string): Promise<void>;
  /** @throws TOO_MANY_REQUESTS */
  request(email: string, address: string): Promise<void>;
  /** Looks at a code; the right one stays good. @throws AUTH_CODE_INVALID, AUTH_CODE_EXPIRED, TOO_MANY_REQUESTS */
  check(given: GivenCode): Promise<void>;
  /** Uses the right code up. @throws AUTH_CODE_EXPIRED when it is not good any more. */
  use(tx: Connection, given: { email: string; code: string }): Promise<void>;
  /**
   * Looks at a code; with an account's token that account's e-mail is confirmed too.
   * @throws what `check` does, TOKEN_INVALID, and VALIDATION_FAILED for an e-mail that is not the account's.
   */
  confirm(given: GivenCode & { token: string | null }): Promise<void>;
}

interface GivenCode {
  email: string;
  code: string;
  address: string;
}

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

  // Six digits are found by trying whoever has the hash; what protects them is that they are over in ten minutes.
  const tryOf = ({ email, code }: { email: string; code: string }) => ({
    email,
    codeHash: hashToken(`${email}\n${code}`),
    now: clock.now(),
    maximumTries: MAXIMUM_TRIES,
  });

  const wrongOf = ({ email, address }: GivenCode) => [
    { key: `email-code:wrong-from:${address}`, ...wrongPerAddress },
    { key: `email-code:wrong:${hashToken(email)}`, ...wrongPerEmail },
  ];
  /** Strangers cannot use this up for an owner who is signed in. */
  const wrongOfOwner = ({ account }: Caller) => [{ key: `email-code:wrong-of:${account.id}`, ...wrongPerEmail }];

  const checkWithin = async (wrong: Limit[], { email, code }: GivenCode) => {
    const tries = await limits.take(wrong);
    const isRight = await tryEmailCode(db, tryOf({ email, code }));
    if (isRight === undefined && (await hasEmailCode(db, email))) fail('AUTH_CODE_EXPIRED');
    if (!isRight) fail('AUTH_CODE_INVALID');
    await tries.giveBack();
  };
  const check: EmailCodes['check'] = (given) => checkWithin(wrongOf(given), given);

  const findConfirmed = async (token: string, email: string): Promise<Caller> => {
    const caller = (await findCaller(token)) ?? fail('TOKEN_INVALID');
    if (caller.account.email !== email) fail('VALIDATION_FAILED', { fields: { email: ['NOT_OF_ACCOUNT'] } });
    return caller;
  };

  return {
    async checkUnique(email, address) {
      await limits.take([{ key: `email-check:address:${address}`, ...questionsPerAddress }]);
      if (await findAccountByEmail(db, email)) fail('EMAIL_TAKEN');
    },

    async request(email, address) {
      const hash = hashToken(email);
      await limits.take([
        { key: `email-code:sent-from:${address}`, ...codesPerAddress },
        { key: `email-code:sent:${hash}`, ...codesPerEmail },
        { key: `email-code:resend:${hash}`, count: 1, withinSeconds: EMAIL_CODE_RESEND_SECONDS },
      ]);
      const code = random.code('0123456789', 6);
      const { codeHash, now } = tryOf({ email, code });
      await transact(async (tx) => {
        await putEmailCode(tx, {
          email,
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
      if (!(await takeEmailCode(tx, tryOf(given)))) fail('AUTH_CODE_EXPIRED');
    },

    async confirm({ token, ...given }) {
      const caller = token === null ? null : await findConfirmed(token, given.email);
      await (caller ? checkWithin(wrongOfOwner(caller), given) : check(given));
      if (caller) await markEmailConfirmed(db, caller.account.id);
    },
  };
}
