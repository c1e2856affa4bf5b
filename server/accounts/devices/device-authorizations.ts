import type { Device } from '#contract/accounts.ts';
import type { DeviceSessions } from '#server/accounts/device-sessions.ts';
import type { Origin } from '#server/accounts/origin.ts';
import type { Caller } from '#server/accounts/sessions.ts';
import type { SignInCodes } from '#server/accounts/second-factor/sign-in-codes.ts';
import type { SignedIn } from '#server/accounts/sign-in.ts';
import { findAccountById, findDeviceSession, hashToken, lockAccount } from '#server/accounts/index.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { DeviceAuthorizationRow } from '#server/db/tables.ts';
import type { Clock } from '#server/lib/clock.ts';
import { fail } from '#server/lib/fail.ts';
import { networkOf } from '#server/lib/networks.ts';
import type { Random } from '#server/lib/random.ts';
import type { SecurityLog } from '#server/lib/security-log.ts';
import type { Limits } from '#server/accounts/limits/limits.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import {
  findAnswerer,
  findByUserCode,
  insertDeviceAuthorization,
  lockByDeviceCode,
  lockByUserCode,
  updateDeviceAuthorization,
} from './store.ts';

/** Lifetime of a device code, in seconds (contract.md, section 3). */
export const DEVICE_CODE_LIVES_SECONDS = 900;
/** An approval in the code's last second can still be fetched for this long after the code's end, in ms. */
const HANDED_OVER_WITHIN_MS = 60_000;
/** A television may fetch its token again for this long, in ms, in case the answer was lost. */
const REPEATED_WITHIN_MS = 60_000;
/** Seconds between two polls; each poll that is too early adds as much (RFC 8628, section 3.5). */
export const POLL_INTERVAL_SECONDS = 5;
const LONGEST_INTERVAL_SECONDS = 60;
/** Tolerance for early polls, in ms: networks and timers are not exact. */
const EARLY_MS = 1000;

/** Consonants only, so that codes form no words, without letters that look like digits. */
const LETTERS = 'BCDFGHJKMNPQRSTVWXZ';
const DIGITS = '0123456789';
/** There are 1.3 thousand million codes; on a collision, a new one is drawn. */
const MAXIMUM_DRAWS = 5;

const requestsPerAddress = { count: 120, windowSeconds: 600 };
/** Unknown codes per address: viewers mistype a few. */
const wrongCodesPerAddress = { count: 60, windowSeconds: 600 };
const wrongCodesPerAccount = { count: 30, windowSeconds: 600 };

export interface DeviceAuthorizations {
  /** @throws TOO_MANY_REQUESTS */
  request(device: Device, address: string): Promise<{ deviceCode: string; userCode: string }>;
  /** @throws AUTHORIZATION_PENDING, SLOW_DOWN, EXPIRED_TOKEN, ACCESS_DENIED */
  poll(deviceCode: string, origin: Origin): Promise<SignedIn>;
  /** @throws NOT_FOUND, EXPIRED_TOKEN, TOO_MANY_REQUESTS */
  find(userCode: string, address: string): Promise<DeviceAuthorizationRow>;
  /**
   * The first answer is final; the same account may repeat it. @throws TOKEN_INVALID, NOT_FOUND, EXPIRED_TOKEN,
   * TOO_MANY_REQUESTS
   */
  answer(caller: Caller, given: { userCode: string; isApproved: boolean }): Promise<DeviceAuthorizationRow>;
}

/** The stored form of a code that a viewer typed. */
const normalizeCode = (text: string) => text.toUpperCase().replace(/[^A-Z0-9]/g, '');

const toDevice = ({ platform, model, name }: DeviceAuthorizationRow): Device => ({
  platform,
  ...(model !== null && { model }),
  ...(name !== null && { name }),
});

/** Sign-in of a television by a phone (RFC 8628). */
export function createDeviceAuthorizations(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  limits: Limits;
  outbox: Outbox;
  deviceSessions: DeviceSessions;
  /** The phone that approves has given the second factor for the television. */
  signInCodes: Pick<SignInCodes, 'remember'>;
  security: SecurityLog;
}): DeviceAuthorizations {
  const { db, transact, clock, random, limits, outbox, deviceSessions, signInCodes, security } = options;

  const checkAlive = (found: DeviceAuthorizationRow | undefined): DeviceAuthorizationRow => {
    if (!found) fail('NOT_FOUND');
    if (found.expires_at <= clock.now()) fail('EXPIRED_TOKEN');
    return found;
  };

  const isOver = ({ state, expires_at: expiresAt }: DeviceAuthorizationRow) =>
    clock.now().getTime() >= expiresAt.getTime() + (state === 'approved' ? HANDED_OVER_WITHIN_MS : 0);

  const isTooEarly = ({ polled_at, poll_interval }: DeviceAuthorizationRow, now: Date) =>
    polled_at !== null && Math.abs(now.getTime() - polled_at.getTime()) < poll_interval * 1000 - EARLY_MS;

  /**
   * The error code for a waiting television. Returned instead of thrown: throwing would roll back the poll counter.
   */
  const wait = async (tx: Connection, found: DeviceAuthorizationRow) => {
    const now = clock.now();
    const isEarly = isTooEarly(found, now);
    const interval = found.poll_interval + (isEarly ? POLL_INTERVAL_SECONDS : 0);
    await updateDeviceAuthorization(tx, found.device_code_hash, {
      polled_at: now,
      poll_interval: Math.min(LONGEST_INTERVAL_SECONDS, interval),
    });
    return isEarly ? ('SLOW_DOWN' as const) : ('AUTHORIZATION_PENDING' as const);
  };

  const enter = async (tx: Connection, found: DeviceAuthorizationRow) => {
    const account = await findAccountById(tx, found.account_id ?? '');
    if (!account) return 'ACCESS_DENIED' as const;
    const device = toDevice(found);
    const { token, deviceSessionId } = await deviceSessions.open(tx, account.id, device);
    await deviceSessions.announce(tx, account, device);
    await updateDeviceAuthorization(tx, found.device_code_hash, {
      state: 'used',
      device_session_id: deviceSessionId,
      handed_over_at: clock.now(),
    });
    const deviceKey = await signInCodes.remember(tx, { accountId: account.id, deviceSessionId });
    return { token, account, deviceKey, linkedId: deviceSessionId };
  };

  /**
   * The code is used, but its television asks again: the answer was lost. It gets a new token in place of the lost one,
   * unless the token has been used.
   */
  const enterAgain = async (tx: Connection, found: DeviceAuthorizationRow) => {
    const { account_id: accountId, device_session_id: deviceSessionId, handed_over_at: handedOverAt } = found;
    const isTooLate = handedOverAt === null || clock.now().getTime() - handedOverAt.getTime() > REPEATED_WITHIN_MS;
    if (isTooLate || accountId === null || deviceSessionId === null) return 'EXPIRED_TOKEN' as const;
    const account = await findAccountById(tx, accountId);
    const token = await deviceSessions.reopen(tx, { accountId, deviceSessionId });
    if (!account || token === undefined) return 'EXPIRED_TOKEN' as const;
    return {
      token,
      account,
      deviceKey: await signInCodes.remember(tx, { accountId, deviceSessionId }),
      linkedId: undefined,
    };
  };

  return {
    async request(device, address) {
      await limits.take([{ key: `device:address:${address}`, ...requestsPerAddress }]);
      const now = clock.now();
      const deviceCode = random.secret();
      for (let draws = 0; draws < MAXIMUM_DRAWS; draws += 1) {
        const userCode = random.code(LETTERS, 4) + random.code(DIGITS, 4);
        const isInserted = await insertDeviceAuthorization(db, {
          device_code_hash: hashToken(deviceCode),
          user_code: userCode,
          platform: device.platform,
          model: device.model ?? null,
          name: device.name ?? null,
          requested_from: networkOf(address),
          state: 'pending',
          account_id: null,
          poll_interval: POLL_INTERVAL_SECONDS,
          polled_at: null,
          created_at: now,
          expires_at: new Date(now.getTime() + DEVICE_CODE_LIVES_SECONDS * 1000),
        });
        if (isInserted) return { deviceCode, userCode };
      }
      throw new Error('no free user code');
    },

    async poll(deviceCode, origin) {
      const codeHash = hashToken(deviceCode);
      const outcome = await transact(async (tx) => {
        // Lock the account first, as everywhere. An answer that arrives between the two locks takes effect at the next
        // poll.
        const accountId = await findAnswerer(tx, codeHash);
        if (accountId !== undefined) await lockAccount(tx, accountId);
        const found = await lockByDeviceCode(tx, codeHash);
        // An unknown code counts as expired: the television requests a new one.
        if (!found) return 'EXPIRED_TOKEN' as const;
        if (found.state === 'used') return enterAgain(tx, found);
        if (isOver(found)) return 'EXPIRED_TOKEN' as const;
        if (found.state === 'denied') return 'ACCESS_DENIED' as const;
        return found.state === 'approved' && accountId !== undefined ? enter(tx, found) : wait(tx, found);
      });
      if (typeof outcome === 'string') fail(outcome);
      outbox.wake();
      const { token, account, deviceKey, linkedId } = outcome;
      if (linkedId !== undefined)
        security.event('device_linked', { ...origin, accountId: account.id, deviceSessionId: linkedId });
      return { token, account, deviceKey };
    },

    async find(userCode, address) {
      const tries = await limits.take([{ key: `device-code:wrong-from:${address}`, ...wrongCodesPerAddress }]);
      const found = checkAlive(await findByUserCode(db, normalizeCode(userCode)));
      await tries.giveBack();
      return found;
    },

    async answer({ account, deviceSessionId }, { userCode, isApproved }) {
      // Not by address: strangers behind the same address must not block a signed-in owner.
      const tries = await limits.take([{ key: `device-code:wrong-of:${account.id}`, ...wrongCodesPerAccount }]);
      const answered = await transact(async (tx) => {
        await lockAccount(tx, account.id);
        // The device may have signed out since its token was looked up, for example by a new password, which also
        // revokes all earlier answers.
        if (!(await findDeviceSession(tx, { account_id: account.id, id: deviceSessionId }))) fail('TOKEN_INVALID');
        const found = checkAlive(await lockByUserCode(tx, normalizeCode(userCode)));
        if (found.state !== 'pending') {
          if (found.account_id !== account.id) fail('NOT_FOUND');
          return found;
        }
        const changes = {
          state: isApproved ? ('approved' as const) : ('denied' as const),
          account_id: account.id,
          // Only needed until the answer.
          requested_from: null,
        };
        await updateDeviceAuthorization(tx, found.device_code_hash, changes);
        return { ...found, ...changes };
      });
      await tries.giveBack();
      return answered;
    },
  };
}
