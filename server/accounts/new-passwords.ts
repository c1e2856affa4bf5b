import { isPassword } from '#contract/rules/password.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import { networkOf } from '../lib/networks.ts';
import type { SecurityLog } from '../lib/security-log.ts';
import type { Limits } from './limits/limits.ts';
import type { Outbox } from '../mail/outbox.ts';
import { endPasswordResets, findPasswordReset, usePasswordReset } from './codes-store.ts';
import type { ResetSecret } from './codes-store.ts';
import { describeDevice } from './device-label.ts';
import type { DeviceSessions } from './device-sessions.ts';
import type { Origin } from './origin.ts';
import { forgetPasswordTries, takePasswordChange } from './password-tries.ts';
import { hashPassword, isPasswordOf, NOBODYS_HASH } from './passwords.ts';
import type { SignInCodes } from './second-factor/sign-in-codes.ts';
import type { Caller } from './sessions.ts';
import {
  findAccountById,
  findDeviceSession,
  lockAccount,
  markEmailConfirmed,
  updatePasswordHash,
  type DeviceSessionRow,
} from './store.ts';
import { hashToken } from './tokens.ts';

/** Lifetime of a reset mail in the outbox, in seconds. */
const RESET_MAIL_LIVES_SECONDS = 15 * 60;
/** Lifetime of a password-change notice in the outbox, in seconds: its reader may have to act. */
const NOTICE_LIVES_SECONDS = 3 * 24 * 3600;

const requestsPerAddress = { count: 60, windowSeconds: 600 };
const wrongCodesPerAddress = { count: 30, windowSeconds: 600 };
/** Unknown reset links per address. */
const wrongLinksPerAddress = { count: 60, windowSeconds: 600 };

/** Normalizes a typed code: either case, 1 for I and L, 0 for O. */
const normalizeCode = (text: string) =>
  text.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replace(/O/g, '0');

export interface NewPasswords {
  /** @throws PASSWORD_WEAK, LOGIN_FAILED, TOO_MANY_REQUESTS */
  change(caller: Caller, given: { oldPassword: string; newPassword: string } & Origin): Promise<void>;
  /** Same answer and timing for every e-mail address, known or not. Sends nothing beyond the limit. */
  requestReset(email: string, origin: Origin): Promise<void>;
  /** @throws PASSWORD_WEAK, AUTH_CODE_INVALID, AUTH_CODE_EXPIRED, TOO_MANY_REQUESTS */
  resetByCode(given: { code: string; newPassword: string } & Origin): Promise<void>;
  /** Whether a link's token is valid; does not consume it. */
  isResetGood(token: string): Promise<boolean>;
  /** @throws PASSWORD_WEAK, TOKEN_INVALID, TOO_MANY_REQUESTS */
  resetByToken(given: { token: string | null; newPassword: string } & Origin): Promise<void>;
}

export interface NewPasswordsOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  limits: Limits;
  outbox: Outbox;
  deviceSessions: DeviceSessions;
  signInCodes: Pick<SignInCodes, 'forgetTries'>;
  security: SecurityLog;
  /** Other rights obtained with the old password, which a new password must end. */
  onNewPassword(tx: Connection, accountId: string): Promise<void>;
}

export function createNewPasswords(options: NewPasswordsOptions): NewPasswords {
  const { db, transact, clock, limits, outbox, deviceSessions, signInCodes, security, onNewPassword } = options;

  /** Replaces the password of an account that the transaction has locked, and notifies its owner by mail. */
  const replacePassword = async (
    tx: Connection,
    account: { id: string; email: string; password_hash: string },
    given: { passwordHash: string; ownSession: DeviceSessionRow | null; address: string },
  ) => {
    const now = clock.now();
    await updatePasswordHash(tx, account.id, given.passwordHash);
    await endPasswordResets(tx, account.id, now);
    await deviceSessions.removeAll(tx, { accountId: account.id, exceptId: given.ownSession?.id ?? null });
    await onNewPassword(tx, account.id);
    // Who was invited had none.
    if (account.password_hash === NOBODYS_HASH) return;
    await outbox.put(tx, {
      kind: 'password-changed',
      to: account.email,
      content: {
        kind: 'password-changed',
        how: given.ownSession ? 'changed' : 'reset',
        device: given.ownSession && describeDevice(given.ownSession),
        origin: networkOf(given.address),
        at: now.toISOString(),
      },
      livesSeconds: NOTICE_LIVES_SECONDS,
    });
  };

  /** Consumes a reset once. @throws the errors of `onWrong` and `onOver` */
  const reset = async (
    secret: ResetSecret,
    { newPassword, address, requestId }: { newPassword: string } & Origin,
    onWrong: () => never,
    onOver: () => never,
  ) => {
    const found = (await findPasswordReset(db, secret)) ?? onWrong();
    if (found.used_at !== null || found.expires_at <= clock.now()) onOver();
    const passwordHash = await hashPassword(newPassword, address);
    const email = await transact(async (tx) => {
      const account = (await lockAccount(tx, found.account_id)) ?? onOver();
      if (!(await usePasswordReset(tx, found, clock.now()))) onOver();
      await replacePassword(tx, account, { passwordHash, ownSession: null, address });
      // The link and the code were mailed there.
      await markEmailConfirmed(tx, account.id);
      return account.email;
    });
    outbox.wake();
    security.event('password_reset_used', { accountId: found.account_id, address, requestId });
    await forgetPasswordTries(limits, email);
    await signInCodes.forgetTries(found.account_id);
  };

  return {
    async change({ account, deviceSessionId }, { oldPassword, newPassword, address, requestId }) {
      if (!isPassword(newPassword)) fail('PASSWORD_WEAK');
      await takePasswordChange(limits, account.id);
      const known = await findAccountById(db, account.id);
      if (!(await isPasswordOf(known?.password_hash, oldPassword, account.id))) {
        security.event('password_refused', { accountId: account.id, deviceSessionId, address, requestId });
        fail('LOGIN_FAILED');
      }
      const passwordHash = await hashPassword(newPassword, account.id);
      await transact(async (tx) => {
        // Serializes concurrent changes from the same old password: the first wins, and the second fails.
        const locked = await lockAccount(tx, account.id);
        if (!locked || locked.password_hash !== known?.password_hash) fail('LOGIN_FAILED');
        // The device may have signed out since its token was looked up.
        const ownSession = await findDeviceSession(tx, { account_id: account.id, id: deviceSessionId });
        if (!ownSession) fail('TOKEN_INVALID');
        await replacePassword(tx, locked, { passwordHash, ownSession, address });
      });
      outbox.wake();
      await forgetPasswordTries(limits, account.email);
      await signInCodes.forgetTries(account.id);
      security.event('password_changed', { accountId: account.id, deviceSessionId, address, requestId });
    },

    async requestReset(email, { address, requestId }) {
      if (await limits.tryTake([{ key: `reset:address:${address}`, ...requestsPerAddress }])) return;
      // The outbox looks up the account and its limit when it sends the mail, so that the call's timing reveals
      // nothing.
      await outbox.put(db, {
        kind: 'password-reset',
        to: email,
        content: null,
        livesSeconds: RESET_MAIL_LIVES_SECONDS,
      });
      outbox.wake();
      security.event('password_reset_requested', { address, requestId });
    },

    async resetByCode({ code, ...given }) {
      if (!isPassword(given.newPassword)) fail('PASSWORD_WEAK');
      const key = `reset-code:wrong-from:${given.address}`;
      const tries = await limits.take([{ key, ...wrongCodesPerAddress }]);
      await reset(
        { code_hash: hashToken(normalizeCode(code)) },
        given,
        () => fail('AUTH_CODE_INVALID'),
        () => fail('AUTH_CODE_EXPIRED'),
      );
      await tries.giveBack();
    },

    async isResetGood(token) {
      const found = await findPasswordReset(db, { token_hash: hashToken(token) });
      return found !== undefined && found.used_at === null && found.expires_at > clock.now();
    },

    async resetByToken({ token, ...given }) {
      if (token === null) fail('TOKEN_INVALID');
      if (!isPassword(given.newPassword)) fail('PASSWORD_WEAK');
      const tries = await limits.take([{ key: `reset-link:wrong-from:${given.address}`, ...wrongLinksPerAddress }]);
      const refuse = () => fail('TOKEN_INVALID');
      await reset({ token_hash: hashToken(token) }, given, refuse, refuse);
      await tries.giveBack();
    },
  };
}
