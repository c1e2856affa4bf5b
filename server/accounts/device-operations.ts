import { PLATFORM_LABELS } from '#contract/platforms.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { MissingError } from '../lib/refused-error.ts';
import type { DeviceSessionsOptions } from './device-sessions.ts';
import { forgetDevices } from './second-factor/store.ts';
import { idleSince } from './sessions.ts';
import {
  findDeviceSession,
  listDeviceSessionRows,
  lockAccount,
  revokeDeviceSession,
  revokeDeviceSessions,
  type DeviceSessionRow,
} from './store.ts';

/** Support's operations on the devices of an account. */
export interface DeviceOperations {
  list(accountId: string): Promise<DeviceSessionRow[]>;
  /** @throws MissingError, also when the device is signed out already */
  signOut(accountId: string, id: string): Promise<void>;
  /** Signs out all devices, and refuses those that are about to sign in. Repeated, it changes nothing. */
  signOutAll(accountId: string): Promise<void>;
}

/** A device in the audit log, without the name that its viewer gave it. */
const kindOf = ({ platform, model }: DeviceSessionRow) => ({ device: PLATFORM_LABELS[platform], model });

export function createDeviceOperations(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  deactivate: DeviceSessionsOptions['deactivate'];
  /** Refuses televisions that were approved on a phone and have not signed in yet. */
  denyApproved(tx: Connection, accountId: string): Promise<void>;
  record: RecordChange;
}): DeviceOperations {
  const { db, transact, clock, deactivate, denyApproved, record } = options;

  const list = (connection: Connection, accountId: string) =>
    listDeviceSessionRows(connection, { accountId, seenAfter: idleSince(clock.now()) });
  const lock = async (tx: Connection, accountId: string) => {
    if (!(await lockAccount(tx, accountId)))
      throw new MissingError('The account was removed.', '없는 이용자예요. 그사이 탈퇴했을 수 있어요.');
  };

  return {
    list: (accountId) => list(db, accountId),

    signOut: (accountId, id) =>
      transact(async (tx) => {
        await lock(tx, accountId);
        const device = await findDeviceSession(tx, { account_id: accountId, id });
        if (!device) throw new MissingError(`No device ${id} is signed in.`, '이미 로그아웃한 기기예요.');
        await revokeDeviceSession(tx, { account_id: accountId, id, revoked_at: clock.now() });
        await forgetDevices(tx, { accountId, sessionId: id });
        await deactivate(tx, accountId, (log) => log.device_session_id === device.id);
        await record(tx, {
          action: 'device.sign-out',
          subject: { kind: 'account', id: accountId },
          before: kindOf(device),
          after: null,
        });
      }),

    signOutAll: (accountId) =>
      transact(async (tx) => {
        await lock(tx, accountId);
        const devices = await list(tx, accountId);
        await revokeDeviceSessions(tx, { accountId, exceptId: null, revokedAt: clock.now() });
        await forgetDevices(tx, { accountId, exceptSessionId: null });
        await deactivate(tx, accountId, () => true);
        await denyApproved(tx, accountId);
        if (devices.length === 0) return;
        await record(tx, {
          action: 'device.sign-out-all',
          subject: { kind: 'account', id: accountId },
          before: { devices: devices.map(kindOf) },
          after: { devices: [] },
        });
      }),
  };
}
