import type { Device } from '#contract/accounts.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Random } from '../lib/random.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { ReportingPlayLog } from '../playback/deactivate-store.ts';
import { describeDevice } from './device-label.ts';
import type { Caller } from './sessions.ts';
import {
  insertDeviceSession,
  insertToken,
  listDeviceSessionRows,
  revokeDeviceSession,
  revokeDeviceSessions,
  takeUnusedToken,
  type DeviceSessionRow,
  type KnownAccount,
} from './store.ts';
import { hashToken } from './tokens.ts';

/** News of a sign-in are of no use later than this, in seconds. */
const NEWS_LIVE_SECONDS = 24 * 3600;

export interface DeviceSessionsOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  outbox: Outbox;
  /** Ends what the account is playing, as far as `isEnded` says. */
  deactivate(tx: Connection, accountId: string, isEnded: (log: ReportingPlayLog) => boolean): Promise<void>;
}

export interface DeviceSessions {
  /** Signs an account in on a device. @returns the account's token, and the device's id. */
  open(tx: Connection, accountId: string, device: Device): Promise<{ token: string; deviceSessionId: string }>;
  /** Another token in place of one that nobody has used; undefined where it was used, or the device signed out. */
  reopen(tx: Connection, session: { accountId: string; deviceSessionId: string }): Promise<string | undefined>;
  /** Puts a mail in the outbox that tells of a sign-in. Wake the outbox after the transaction. */
  announce(tx: Connection, account: Pick<KnownAccount, 'email'>, device: Device): Promise<void>;
  list(caller: Caller): Promise<DeviceSessionRow[]>;
  /** Signs one device of the account out. @throws NOT_FOUND */
  remove(caller: Caller, id: string): Promise<void>;
  /** Signs out all devices, but for one where it is given. */
  removeAll(tx: Connection, sessions: { accountId: string; exceptId: string | null }): Promise<void>;
}

/** The devices on which an account is signed in. */
export function createDeviceSessions(options: DeviceSessionsOptions): DeviceSessions {
  const { db, transact, clock, random, outbox, deactivate } = options;

  const putToken = async (tx: Connection, accountId: string, deviceSessionId: string) => {
    const token = random.secret();
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
      return { token: await putToken(tx, accountId, id), deviceSessionId: id };
    },

    async reopen(tx, { accountId, deviceSessionId }) {
      const isUnused = await takeUnusedToken(tx, { account_id: accountId, device_session_id: deviceSessionId });
      return isUnused ? putToken(tx, accountId, deviceSessionId) : undefined;
    },

    announce: (tx, { email }, device) =>
      outbox.put(tx, {
        kind: 'new-sign-in',
        to: email,
        content: { kind: 'new-sign-in', device: describeDevice(device), at: clock.now().toISOString() },
        livesSeconds: NEWS_LIVE_SECONDS,
      }),

    list: ({ account }) => listDeviceSessionRows(db, account.id),

    remove: ({ account }, id) =>
      transact(async (tx) => {
        const wasSignedIn = await revokeDeviceSession(tx, { account_id: account.id, id, revoked_at: clock.now() });
        if (!wasSignedIn) fail('NOT_FOUND');
        await deactivate(tx, account.id, (log) => log.device_session_id === id);
      }),

    async removeAll(tx, { accountId, exceptId }) {
      await revokeDeviceSessions(tx, { accountId, exceptId, revokedAt: clock.now() });
      await deactivate(tx, accountId, (log) => log.device_session_id !== exceptId);
    },
  };
}
