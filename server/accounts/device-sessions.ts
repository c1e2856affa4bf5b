import type { Device } from '#contract/accounts.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Random } from '../lib/random.ts';
import type { SecurityLog } from '../lib/security-log.ts';
import type { Limits } from './limits/limits.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { ReportingPlayLog } from '#server/watching/playback/deactivate-store.ts';
import { describeDevice } from './device-label.ts';
import type { Origin } from './origin.ts';
import { forgetDevices } from './second-factor/store.ts';
import { revokeSurplusSessions } from './session-life-store.ts';
import { idleSince, type Caller } from './sessions.ts';
import {
  insertDeviceSession,
  insertToken,
  listDeviceSessionRows,
  lockAccount,
  revokeDeviceSession,
  revokeDeviceSessions,
  takeUnusedToken,
  type DeviceSessionRow,
  type KnownAccount,
} from './store.ts';
import { hashToken, makeToken } from './tokens.ts';

/** Lifetime of a sign-in notice in the outbox, in seconds. */
const NOTICE_LIVES_SECONDS = 24 * 3600;
/** Sign-ins per window that are mailed immediately: a phone and the televisions it links. Later ones share one mail. */
const noticesAtOnce = { count: 3, windowSeconds: 600 };

/** Maximum signed-in devices per account; one more signs out the least recently used. */
const MAXIMUM_DEVICES = 50;

export interface DeviceSessionsOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  limits: Limits;
  outbox: Outbox;
  security: SecurityLog;
  /** Ends the account's play logs that match `isEnded`. */
  deactivate(tx: Connection, accountId: string, isEnded: (log: ReportingPlayLog) => boolean): Promise<void>;
}

export interface DeviceSessions {
  /**
   * Signs an account in on a device. Lock the account first.
   * @returns the account token and the id of the device session.
   */
  open(tx: Connection, accountId: string, device: Device): Promise<{ token: string; deviceSessionId: string }>;
  /** Replaces an unused token; undefined when it was used or the device signed out. */
  reopen(tx: Connection, session: { accountId: string; deviceSessionId: string }): Promise<string | undefined>;
  /**
   * Notifies the account's owner of a sign-in by mail, immediately or batched with later ones. Lock the account first,
   * and wake the outbox after the transaction.
   */
  announce(tx: Connection, account: Pick<KnownAccount, 'id' | 'email'>, device: Device): Promise<void>;
  list(caller: Caller): Promise<DeviceSessionRow[]>;
  /** Signs out one device of the account. @throws NOT_FOUND */
  remove(caller: Caller, id: string, origin?: Origin): Promise<void>;
  /** Signs out all devices, except `exceptId` if given. */
  removeAll(tx: Connection, sessions: { accountId: string; exceptId: string | null }): Promise<void>;
}

/** Signed-in devices of an account. */
export function createDeviceSessions(options: DeviceSessionsOptions): DeviceSessions {
  const { db, transact, clock, random, limits, outbox, security, deactivate } = options;

  const putToken = async (tx: Connection, accountId: string, deviceSessionId: string) => {
    const token = makeToken(accountId, random);
    await insertToken(tx, {
      hash: hashToken(token),
      account_id: accountId,
      device_session_id: deviceSessionId,
      profile_id: null,
      created_at: clock.now(),
    });
    return token;
  };

  return {
    async open(tx, accountId, device) {
      const now = clock.now();
      const id = random.uuid();
      await insertDeviceSession(tx, {
        account_id: accountId,
        id,
        platform: device.platform,
        model: device.model ?? null,
        name: device.name ?? null,
        created_at: now,
        last_seen_at: now,
        revoked_at: null,
      });
      const surplus = await revokeSurplusSessions(tx, {
        accountId,
        newestId: id,
        maximum: MAXIMUM_DEVICES,
        revokedAt: now,
      });
      if (surplus.length > 0) await deactivate(tx, accountId, (log) => surplus.includes(log.device_session_id));
      return { token: await putToken(tx, accountId, id), deviceSessionId: id };
    },

    async reopen(tx, { accountId, deviceSessionId }) {
      const isUnused = await takeUnusedToken(tx, { account_id: accountId, device_session_id: deviceSessionId });
      return isUnused ? putToken(tx, accountId, deviceSessionId) : undefined;
    },

    async announce(tx, { id, email }, device) {
      const mail = { kind: 'new-sign-in', to: email } as const;
      const latest = { device: describeDevice(device), at: clock.now().toISOString() };
      const isShared = await outbox.amend(tx, mail, ({ count = 1 }) => ({
        kind: mail.kind,
        ...latest,
        count: count + 1,
      }));
      if (isShared) return;
      const notBefore = await limits.tryTake([{ key: `sign-in-notice:${id}`, ...noticesAtOnce }], tx);
      await outbox.put(tx, {
        ...mail,
        content: { kind: mail.kind, ...latest },
        livesSeconds: NOTICE_LIVES_SECONDS,
        ...(notBefore && { notBefore }),
      });
    },

    list: ({ account }) => listDeviceSessionRows(db, { accountId: account.id, seenAfter: idleSince(clock.now()) }),

    async remove({ account }, id, origin) {
      await transact(async (tx) => {
        await lockAccount(tx, account.id);
        const wasSignedIn = await revokeDeviceSession(tx, { account_id: account.id, id, revoked_at: clock.now() });
        if (!wasSignedIn) fail('NOT_FOUND');
        await forgetDevices(tx, { accountId: account.id, sessionId: id });
        await deactivate(tx, account.id, (log) => log.device_session_id === id);
      });
      security.event('device_signed_out', { ...origin, accountId: account.id, deviceSessionId: id });
    },

    async removeAll(tx, { accountId, exceptId }) {
      await revokeDeviceSessions(tx, { accountId, exceptId, revokedAt: clock.now() });
      await forgetDevices(tx, { accountId, exceptSessionId: exceptId });
      await deactivate(tx, accountId, (log) => log.device_session_id !== exceptId);
    },
  };
}
