import type { readStaffLink } from '#contract/console/staff.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { isStaffPassword } from '#contract/rules/staff-password.ts';
import { hashPassword, hashToken, isCommonPassword, isPasswordOf } from '../accounts/index.ts';
import type { RecordChange } from './audit/record.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { StaffRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Random } from '../lib/random.ts';
import { networkOf } from '../lib/networks.ts';
import type { SecurityLog } from '../lib/security-log.ts';
import type { Limits } from '#server/accounts/limits/limits.ts';
import { browserOf } from './browser.ts';
import type { TellStaff } from './notices.ts';
import { hashRecoveryCode, makeRecoveryCodes } from './recovery-codes.ts';
import { confirmSession, removeSessionsOf } from './sessions-store.ts';
import type { StaffCaller, StaffSessions } from './sessions.ts';
import { findStaff, lockMember, updateStaff } from './store.ts';
import { findStep, TOTP_SECRET, totpUrl } from '../lib/totp.ts';

/** Sign-ins per address, right or wrong: each costs a hash. */
const triesPerAddress = { count: 100, windowSeconds: 600 };
/**
 * Wrong passwords per address. There is no limit per member: strangers could use it up, and a password alone signs nobody
 * in.
 */
const failuresPerAddress = { count: 20, windowSeconds: 600 };
/** Wrong codes per member. Only callers with the right password reach this limit. */
const wrongCodesPerMember = { count: 10, windowSeconds: 3600 };
/** Uses of links per address; their tokens cannot be guessed, but a use costs a hash. */
const linksPerAddress = { count: 30, windowSeconds: 600 };

export interface StaffOrigin {
  address: string;
  /** Whether a program on this machine made the request itself. */
  isLocal: boolean;
  requestId: string;
  userAgent: string | undefined;
}

export interface SignedIn {
  token: string;
  caller: StaffCaller;
}

type ReadLink = ReplyOf<typeof readStaffLink>;

export interface StaffSignIn {
  /** @throws LOGIN_FAILED, CODE_REQUIRED, CODE_INVALID, TOO_MANY_REQUESTS */
  signIn(given: { email: string; password: string; code?: string | undefined }, origin: StaffOrigin): Promise<SignedIn>;
  /** Takes a new code for a session. @throws CODE_INVALID, TOO_MANY_REQUESTS */
  confirm(caller: StaffCaller, code: string, origin: StaffOrigin): Promise<void>;
  /**
   * Opens a link for one browser; the browser that opened it before can no longer use it.
   *
   * @param given.browser the cookie that an earlier call returned to this browser
   * @throws LINK_INVALID, TOO_MANY_REQUESTS
   */
  readLink(
    given: { token: string; browser: string | undefined },
    origin: StaffOrigin,
  ): Promise<{ link: ReadLink; browser: string }>;
  /** @throws LINK_INVALID, PASSWORD_WEAK, CODE_INVALID, TOO_MANY_REQUESTS */
  acceptLink(
    given: { token: string; password: string; code: string; browser: string | undefined },
    origin: StaffOrigin,
  ): Promise<SignedIn & { recoveryCodes: string[] }>;
}

export interface StaffSignInOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  limits: Limits;
  sessions: StaffSessions;
  security: SecurityLog;
  tell: TellStaff;
  /** Makes a `record` whose actor is the member who signs in. */
  recordAs(staff: Pick<StaffRow, 'id' | 'email'>, requestId: string): RecordChange;
}

const WEAK_MESSAGE =
  '비밀번호는 12자 이상, 영문·숫자·기호 중 두 가지를 섞고, 흔한 말이나 이메일 주소가 아닌 것으로 정해 주세요.';

/** Where somebody signed in, for a mail. */
export const detailOf = (userAgent: string | undefined, address: string) =>
  [`브라우저: ${browserOf(userAgent)}`, networkOf(address)].filter(Boolean).join(' · ');

const tidyCode = (code: string) => code.replace(/[\s-]/g, '');

/** @returns the columns that an accepted code changes; undefined for a wrong code. */
function acceptCode(row: StaffRow, code: string, now: Date): Partial<StaffRow> | undefined {
  const digits = tidyCode(code);
  if (/^\d{6}$/.test(digits)) {
    const step = row.totp_secret === null ? undefined : findStep(row.totp_secret, digits, now, row.totp_last_step);
    return step === undefined ? undefined : { totp_last_step: step };
  }
  const hash = hashRecoveryCode(code);
  if (!row.recovery_hashes.includes(hash)) return undefined;
  return { recovery_hashes: row.recovery_hashes.filter((each) => each !== hash) };
}

export function createStaffSignIn(options: StaffSignInOptions): StaffSignIn {
  const { db, transact, clock, random, limits, sessions, security, tell, recordAs } = options;

  /** @throws LINK_INVALID for an unknown or expired link. */
  const findLink = async (connection: Connection, token: string) => {
    const row = await findStaff(connection, { linkHash: hashToken(token) });
    if (!row?.link_expires_at || !row.link_totp_secret || row.link_expires_at <= clock.now()) fail('LINK_INVALID');
    return { row, secret: row.link_totp_secret, expiresAt: row.link_expires_at };
  };
  /** Whether the browser is the one that opened the link last. */
  const isOpenedBy = ({ link_browser_hash: hash }: StaffRow, browser: string | undefined) =>
    browser !== undefined && hash === hashToken(browser);
  const takeLink = (address: string) => limits.take([{ key: `staff-link:${address}`, ...linksPerAddress }]);

  return {
    async signIn({ email, password, code }, { address, isLocal, requestId, userAgent }) {
      const failureKey = `staff-sign-in:wrong:${address}`;
      const tries = await limits.take([
        { key: `staff-sign-in:${address}`, ...triesPerAddress },
        { key: failureKey, ...failuresPerAddress },
      ]);
      const giveBackFailure = () => tries.giveBack([failureKey]);
      const known = await findStaff(db, { email });
      const isRight = await isPasswordOf(known?.password_hash ?? undefined, password, address).catch(
        async (error: unknown) => {
          // The password was not checked, so the try must not count as a failure.
          await giveBackFailure();
          throw error;
        },
      );
      // The demo owner's password is in the documentation, so it opens nothing for other machines.
      if (!isRight || !known || (known.is_demo && !isLocal)) {
        security.event('staff_sign_in_refused', { staffId: known?.id, reason: 'password', address, requestId });
        fail('LOGIN_FAILED');
      }
      const needsCode = !known.is_demo;
      if (needsCode && !code) {
        await giveBackFailure();
        // The password is right: an operator must see when somebody tests a stolen one.
        security.event('staff_code_required', { staffId: known.id, address, requestId });
        fail('CODE_REQUIRED');
      }
      const wrongCodes = needsCode
        ? await limits.take([{ key: `staff-code:${known.id}`, ...wrongCodesPerMember }])
        : undefined;
      const opened = await transact(async (tx) => {
        const row = await lockMember(tx, known.id);
        // The member was removed, or set a new password by a link, after the password check.
        if (row?.password_hash !== known.password_hash) fail('LOGIN_FAILED');
        const accepted = needsCode ? acceptCode(row, code!, clock.now()) : {};
        if (accepted === undefined) return undefined;
        if (Object.keys(accepted).length > 0) await updateStaff(tx, row.id, accepted);
        const session = await sessions.open(tx, row, userAgent);
        await recordAs(row, requestId)(tx, {
          action: 'session.sign-in',
          subject: { kind: 'staff', id: row.id },
          before: null,
          after: accepted.recovery_hashes ? { recovery_codes_left: accepted.recovery_hashes.length } : null,
        });
        await tell(tx, { what: 'sign-in', member: row, by: null, detail: detailOf(userAgent, address), to: 'member' });
        return session;
      });
      if (opened === undefined) {
        security.event('staff_sign_in_refused', { staffId: known.id, reason: 'code', address, requestId });
        fail('CODE_INVALID');
      }
      // The session exists already: a failed refund must not fail the sign-in.
      await Promise.all([giveBackFailure(), wrongCodes?.giveBack()]).catch(() => undefined);
      security.event('staff_sign_in', { staffId: known.id, address, requestId });
      return opened;
    },

    async confirm({ id, sessionId }, code, { address, requestId }) {
      const tries = await limits.take([{ key: `staff-code:${id}`, ...wrongCodesPerMember }]);
      const isRight = await transact(async (tx) => {
        const row = await lockMember(tx, id);
        const accepted = row && acceptCode(row, code, clock.now());
        if (accepted === undefined) return false;
        await updateStaff(tx, id, accepted);
        await confirmSession(tx, { id: sessionId, staffId: id }, clock.now());
        return true;
      });
      if (!isRight) {
        security.event('staff_refused', { staffId: id, reason: 'code', address, requestId });
        fail('CODE_INVALID');
      }
      await tries.giveBack().catch(() => undefined);
    },

    async readLink({ token, browser }, { address, requestId }) {
      await takeLink(address);
      // If everybody with the link could read the secret, it would be a second factor of the first person who saw the link.
      const fresh = { secret: random.code(TOTP_SECRET.alphabet, TOTP_SECRET.length), browser: random.secret() };
      const { row, secret, expiresAt, isNew } = await transact(async (tx) => {
        const found = await findLink(tx, token);
        const locked = await lockMember(tx, found.row.id);
        if (locked?.link_hash !== found.row.link_hash) fail('LINK_INVALID');
        if (isOpenedBy(locked, browser)) return { ...found, secret: locked.link_totp_secret!, isNew: false };
        await updateStaff(tx, locked.id, {
          link_totp_secret: fresh.secret,
          link_browser_hash: hashToken(fresh.browser),
          link_opened_at: clock.now(),
        });
        return { ...found, row: locked, secret: fresh.secret, isNew: true };
      });
      if (isNew) security.event('staff_link_opened', { staffId: row.id, address, requestId });
      return {
        browser: isNew ? fresh.browser : browser!,
        link: {
          email: row.email,
          role: row.role,
          totp_secret: secret,
          totp_url: totpUrl(secret, row.email),
          expires_at: expiresAt.toISOString(),
          opened_at: isNew ? (row.link_opened_at?.toISOString() ?? null) : null,
        },
      };
    },

    async acceptLink({ token, password, code, browser }, { address, requestId, userAgent }) {
      await takeLink(address);
      const { row: read, secret } = await findLink(db, token);
      // Until somebody opens a link, nobody knows its secret.
      if (read.link_browser_hash !== null && !isOpenedBy(read, browser)) fail('LINK_INVALID');
      if (!isStaffPassword(password) || isCommonPassword(password, read.email))
        fail('PASSWORD_WEAK', { message: WEAK_MESSAGE, fields: { password: ['WRONG_FORMAT'] } });
      const step = findStep(secret, tidyCode(code), clock.now(), null);
      if (step === undefined) fail('CODE_INVALID');
      const passwordHash = await hashPassword(password, address);
      const recoveryCodes = makeRecoveryCodes(random);
      const opened = await transact(async (tx) => {
        // Read again in the transaction: the second of two concurrent uses finds no link.
        const { row } = await findLink(tx, token);
        const locked = await lockMember(tx, row.id);
        if (locked?.link_hash !== row.link_hash || locked.link_totp_secret !== secret) fail('LINK_INVALID');
        await updateStaff(tx, row.id, {
          password_hash: passwordHash,
          totp_secret: secret,
          totp_last_step: step,
          recovery_hashes: recoveryCodes.map(hashRecoveryCode),
          link_hash: null,
          link_totp_secret: null,
          link_expires_at: null,
          link_browser_hash: null,
          link_opened_at: null,
        });
        await removeSessionsOf(tx, row.id);
        const session = await sessions.open(tx, row, userAgent);
        await recordAs(row, requestId)(tx, {
          action: 'staff.activate',
          subject: { kind: 'staff', id: row.id },
          before: null,
          after: null,
        });
        await tell(tx, { what: 'used', member: row, by: null, detail: detailOf(userAgent, address), to: 'both' });
        return session;
      });
      security.event('staff_link_used', { staffId: opened.caller.id, address, requestId });
      return { ...opened, recoveryCodes };
    },
  };
}
