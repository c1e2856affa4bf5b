import { isPassword } from '#contract/rules/password.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Random } from '../lib/random.ts';
import type { Limits } from '../limits/limits.ts';
import type { MailContent } from '../mail/content.ts';
import type { Outbox } from '../mail/outbox.ts';
import { findPasswordReset, insertPasswordReset, usePasswordReset, usePasswordResets } from './codes-store.ts';
import type { ResetSecret } from './codes-store.ts';
import type { DeviceSessions } from './device-sessions.ts';
import { forgetPasswordTries, takePasswordTry } from './password-tries.ts';
import { hashPassword, isPasswordOf } from './passwords.ts';
import type { Caller } from './sessions.ts';
import { findAccountByEmail, findAccountById, lockPasswordHash, updatePasswordHash } from './store.ts';
import { hashToken } from './tokens.ts';

/** How long link and code of a reset are good for, in seconds (contract.md, section 3). */
export const RESET_LIVES_SECONDS = 15 * 60;
/** A mail that could not be sent for this long is not sent any more, in seconds. */
const RESET_MAIL_LIVES_SECONDS = 15 * 60;

/** Crockford's base 32: no I, L, O, U, which are read as something else. */
const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 10;

const requestsPerEmail = { count: 5, withinSeconds: 900 };
const requestsPerAddress = { count: 60, withinSeconds: 600 };
const wrongCodesPerAddress = { count: 30, withinSeconds: 600 };

/** The code as it was made, from what somebody typed: letters of either case, 1 for I and L, 0 for O. */
const normalizeCode = (text: string) =>
  text.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replace(/O/g, '0');

export interface NewPasswords {
  /** @throws PASSWORD_WEAK, LOGIN_FAILED, TOO_MANY_REQUESTS */
  change(caller: Caller, given: { oldPassword: string; newPassword: string; address: string }): Promise<void>;
  /** Does the same for every e-mail address, known or not. @throws TOO_MANY_REQUESTS */
  requestReset(email: string, address: string): Promise<void>;
  /** What the mail to an address says, made when it is sent; undefined where there is no account. */
  makeReset(tx: Connection, email: string): Promise<MailContent | undefined>;
  /** @throws PASSWORD_WEAK, AUTH_CODE_INVALID, AUTH_CODE_EXPIRED, TOO_MANY_REQUESTS */
  resetByCode(given: { code: string; newPassword: string; address: string }): Promise<void>;
  /** Whether a link's token may still be used; it stays good. */
  isResetGood(token: string): Promise<boolean>;
  /** @throws PASSWORD_WEAK, TOKEN_INVALID */
  resetByToken(given: { token: string | null; newPassword: string }): Promise<void>;
}

export interface NewPasswordsOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  limits: Limits;
  outbox: Outbox;
  deviceSessions: DeviceSessions;
  /** What else an account's old password may have begun, which a new one ends. */
  onNewPassword(tx: Connection, accountId: string): Promise<void>;
}

export function createNewPasswords(options: NewPasswordsOptions): NewPasswords {
  const { db, transact, clock, random, limits, outbox, deviceSessions, onNewPassword } = options;

  const replacePassword = async (
    tx: Connection,
    { accountId, passwordHash, keptId }: { accountId: string; passwordHash: string; keptId: string | null },
  ) => {
    await updatePasswordHash(tx, accountId, passwordHash);
    await usePasswordResets(tx, accountId, clock.now());
    await onNewPassword(tx, accountId);
    await deviceSessions.removeAll(tx, { accountId, exceptId: keptId });
  };

  /** Uses a reset, once. @throws by `onWrong` and `onOver` */
  const reset = async (secret: ResetSecret, newPassword: string, onWrong: () => never, onOver: () => never) => {
    const found = (await findPasswordReset(db, secret)) ?? onWrong();
    if (found.used_at !== null || found.expires_at <= clock.now()) onOver();
    const passwordHash = await hashPassword(newPassword);
    await transact(async (tx) => {
      await lockPasswordHash(tx, found.account_id);
      if (!(await usePasswordReset(tx, found, clock.now()))) onOver();
      await replacePassword(tx, { accountId: found.account_id, passwordHash, keptId: null });
    });
    const account = await findAccountById(db, found.account_id);
    if (account) await forgetPasswordTries(limits, account.email);
  };

  return {
    async change({ account, deviceSessionId }, { oldPassword, newPassword, address }) {
      if (!isPassword(newPassword)) fail('PASSWORD_WEAK');
      const wasRight = await takePasswordTry(limits, account.email, address);
      const known = await findAccountById(db, account.id);
      if (!(await isPasswordOf(known?.password_hash, oldPassword))) fail('LOGIN_FAILED');
      const passwordHash = await hashPassword(newPassword);
      await transact(async (tx) => {
        // Of two changes from the same old password, one is second.
        if ((await lockPasswordHash(tx, account.id)) !== known?.password_hash) fail('LOGIN_FAILED');
        await replacePassword(tx, { accountId: account.id, passwordHash, keptId: deviceSessionId });
      });
      await wasRight();
    },

    async requestReset(email, address) {
      await limits.take([
        { key: `reset:account:${hashToken(email)}`, ...requestsPerEmail },
        { key: `reset:address:${address}`, ...requestsPerAddress },
      ]);
      // Whether there is an account is looked up when the mail is sent, so that the answer's time cannot tell.
      await outbox.put(db, {
        kind: 'password-reset',
        to: email,
        content: null,
        livesSeconds: RESET_MAIL_LIVES_SECONDS,
      });
      outbox.wake();
    },

    async makeReset(tx, email) {
      const account = await findAccountByEmail(tx, email);
      if (!account) return undefined;
      const now = clock.now();
      const token = random.secret();
      const code = random.code(CODE_ALPHABET, CODE_LENGTH);
      await insertPasswordReset(tx, {
        account_id: account.id,
        id: random.uuid(),
        token_hash: hashToken(token),
        code_hash: hashToken(code),
        created_at: now,
        expires_at: new Date(now.getTime() + RESET_LIVES_SECONDS * 1000),
        used_at: null,
      });
      return { kind: 'password-reset', token, code };
    },

    async resetByCode({ code, newPassword, address }) {
      if (!isPassword(newPassword)) fail('PASSWORD_WEAK');
      const tries = await limits.take([{ key: `reset-code:wrong-from:${address}`, ...wrongCodesPerAddress }]);
      await reset(
        { code_hash: hashToken(normalizeCode(code)) },
        newPassword,
        () => fail('AUTH_CODE_INVALID'),
        () => fail('AUTH_CODE_EXPIRED'),
      );
      await tries.giveBack();
    },

    async isResetGood(token) {
      const found = await findPasswordReset(db, { token_hash: hashToken(token) });
      return found !== undefined && found.used_at === null && found.expires_at > clock.now();
    },

    async resetByToken({ token, newPassword }) {
      if (token === null) fail('TOKEN_INVALID');
      if (!isPassword(newPassword)) fail('PASSWORD_WEAK');
      const refuse = () => fail('TOKEN_INVALID');
      await reset({ token_hash: hashToken(token) }, newPassword, refuse, refuse);
    },
  };
}
