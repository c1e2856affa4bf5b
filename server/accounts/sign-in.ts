import type { Device } from '#contract/accounts.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { AccountRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail, ServiceError } from '../lib/fail.ts';
import type { SecurityLog } from '../lib/security-log.ts';
import type { Limits } from './limits/limits.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { DeviceSessions } from './device-sessions.ts';
import type { Origin } from './origin.ts';
import { takePasswordTry } from './password-tries.ts';
import { isPasswordOf } from './passwords.ts';
import type { SecondProof, SignInCodes } from './second-factor/sign-in-codes.ts';
import type { SignInTickets } from './second-factor/sign-in-tickets.ts';
import type { Caller } from './sessions.ts';
import { findAccountByEmail, lockAccount, revokeDeviceSession, type KnownAccount } from './store.ts';

export interface SignInOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  limits: Limits;
  deviceSessions: DeviceSessions;
  signInCodes: SignInCodes;
  tickets: SignInTickets;
  outbox: Outbox;
  security: SecurityLog;
  /** Ends other data of a device's session; its tokens are already handled. */
  onSignOut(tx: Connection, session: { accountId: string; deviceSessionId: string }): Promise<void>;
}

const REQUIRED_TEXTS = {
  MAILED: '처음 로그인하는 기기예요. 메일로 보낸 여섯 자리 코드를 입력해 주세요.',
  AUTHENTICATOR: '처음 로그인하는 기기예요. 인증 앱의 여섯 자리 코드를 입력해 주세요.',
};

/** The password is right, and the account asks for a code on this device. */
export class SecondFactorRequired extends ServiceError {
  readonly by: keyof typeof REQUIRED_TEXTS;
  /** Stands for the password in the next step of a page, which must not echo it. */
  readonly ticket: string;

  constructor(by: keyof typeof REQUIRED_TEXTS, ticket: string) {
    super('SECOND_FACTOR_REQUIRED', { fields: { auth_code: [by] }, message: REQUIRED_TEXTS[by] });
    this.by = by;
    this.ticket = ticket;
  }
}

export interface SignedIn {
  token: string;
  account: KnownAccount;
  /** With a second factor: lets the device sign in without a code. */
  deviceKey: string | undefined;
}

type SecondStep = SecondProof & { device: Device } & Origin;

export interface SignIn {
  /**
   * @throws LOGIN_FAILED, TOO_MANY_REQUESTS, AUTH_CODE_INVALID, AUTH_CODE_EXPIRED
   * @throws SecondFactorRequired
   */
  signIn(request: { email: string; password: string } & SecondStep): Promise<SignedIn>;
  /** Goes on with a ticket in place of the password. @throws as `signIn`; LOGIN_FAILED for a ticket that is over. */
  proceed(request: { ticket: string } & SecondStep): Promise<SignedIn>;
  signOut(caller: Caller, origin?: Origin): Promise<void>;
}

export function createSignIn(options: SignInOptions): SignIn {
  const { db, transact, clock, limits, deviceSessions, signInCodes, tickets, outbox, security, onSignOut } = options;

  /** Signs in an account whose password was right, if the second factor is too. */
  const enter = async (
    account: AccountRow,
    { address, requestId, device, ...proof }: SecondStep,
  ): Promise<SignedIn> => {
    const origin = { address, requestId, platform: device.platform, accountId: account.id };
    const giveBackTry = await signInCodes.takeTry(account.id, proof).catch((error: unknown) => {
      security.event('sign_in_refused', { ...origin, reason: 'code limit' });
      throw error;
    });
    const outcome = await transact(async (tx) => {
      // If the password changed after it was checked, signing in would create a session that the change did not
      // revoke.
      if ((await lockAccount(tx, account.id))?.password_hash !== account.password_hash) fail('LOGIN_FAILED');
      const verdict = await signInCodes.judge(tx, account, { ...proof, device });
      if (verdict.state === 'required' || verdict.state === 'wrong' || verdict.state === 'expired') return verdict;
      await deviceSessions.announce(tx, account, device);
      const opened = await deviceSessions.open(tx, account.id, device);
      const { deviceSessionId } = opened;
      const session = { accountId: account.id, deviceSessionId, deviceKey: proof.deviceKey };
      return { state: 'in' as const, ...opened, deviceKey: await signInCodes.remember(tx, session) };
    });
    outbox.wake();
    if (outcome.state === 'required') {
      security.event('second_factor_required', origin);
      throw new SecondFactorRequired(outcome.by, await tickets.make(account));
    }
    if (outcome.state !== 'in') {
      security.event('sign_in_refused', { ...origin, reason: 'code' });
      fail(outcome.state === 'expired' ? 'AUTH_CODE_EXPIRED' : 'AUTH_CODE_INVALID');
    }
    security.event('sign_in', { ...origin, deviceSessionId: outcome.deviceSessionId });
    // The session exists already: a failed refund must not fail the sign-in.
    await giveBackTry().catch(() => undefined);
    return { token: outcome.token, account, deviceKey: outcome.deviceKey };
  };

  return {
    async signIn({ email, password, ...step }) {
      const { address, requestId, device } = step;
      const origin = { address, requestId, platform: device.platform };
      const giveBackFailure = await takePasswordTry(limits, email, address).catch((error: unknown) => {
        if (error instanceof ServiceError) security.event('sign_in_refused', { ...origin, reason: 'limit' });
        throw error;
      });
      const account = await findAccountByEmail(db, email);
      const isRight = await isPasswordOf(account?.password_hash, password, address).catch(async (error: unknown) => {
        // The password was not checked, so the try must not count as a failure.
        await giveBackFailure();
        throw error;
      });
      if (!isRight || !account) {
        security.event('sign_in_refused', { ...origin, accountId: account?.id, reason: 'password' });
        fail('LOGIN_FAILED');
      }
      try {
        return await enter(account, step);
      } finally {
        await giveBackFailure().catch(() => undefined);
      }
    },

    async proceed({ ticket, ...step }) {
      const account = (await tickets.find(ticket)) ?? fail('LOGIN_FAILED');
      return enter(account, step);
    },

    async signOut({ account, deviceSessionId }, origin) {
      await transact(async (tx) => {
        await lockAccount(tx, account.id);
        await revokeDeviceSession(tx, { account_id: account.id, id: deviceSessionId, revoked_at: clock.now() });
        await onSignOut(tx, { accountId: account.id, deviceSessionId });
      });
      security.event('sign_out', { ...origin, accountId: account.id, deviceSessionId });
    },
  };
}
