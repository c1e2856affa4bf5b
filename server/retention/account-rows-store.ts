import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import { koreanDate } from '../lib/korean-time.ts';
import { removeRows } from './rows-store.ts';

const sessions = { table: 'device_sessions', key: ['account_id', 'id'] } as const;

/** Signed-out devices; deletes their tokens too. */
export const removeRevokedSessions = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(db, { ...sessions, isOld: sql`revoked_at < ${before}` }, limit);

/** Idle devices; deletes their tokens too, which signs them out. */
export const removeIdleSessions = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(db, { ...sessions, isOld: sql`last_seen_at <= ${before}` }, limit);

export const removeEmailCodes = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(db, { table: 'email_codes', key: ['email', 'is_for_owner'], isOld: sql`expires_at < ${before}` }, limit);

/** Devices that have not signed in for long. */
export const removeRememberedDevices = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(
    db,
    { table: 'remembered_devices', key: ['account_id', 'key_hash'], isOld: sql`last_used_at < ${before}` },
    limit,
  );

export const removePasswordResets = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(db, { table: 'password_resets', key: ['account_id', 'id'], isOld: sql`expires_at < ${before}` }, limit);

export const removeAuthorizations = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(
    db,
    { table: 'device_authorizations', key: ['device_code_hash'], isOld: sql`expires_at < ${before}` },
    limit,
  );

/**
 * Clears the origin of expired device requests; their rows stay a day longer, to tell an old code from an unknown one.
 */
export async function clearOrigins(db: Connection, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    update device_authorizations set requested_from = null where device_code_hash in (
      select device_code_hash from device_authorizations
      where expires_at <= ${before} and requested_from is not null limit ${limit} for update skip locked)
    returning 1`.execute(db);
  return rows.length;
}

export const removeDownloadGrants = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(db, { table: 'download_grants', key: ['account_id', 'id'], isOld: sql`expires_at < ${before}` }, limit);

export const removeAdServings = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(
    db,
    {
      table: 'ad_servings',
      key: ['account_id', 'play_log_id', 'ad_break_id'],
      isOld: sql`handed_out_at < ${before}`,
    },
    limit,
  );

/** Removes the watch times of earlier days in Korea. */
export const removeWatchTimes = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(
    db,
    { table: 'watch_times', key: ['account_id', 'profile_id', 'day'], isOld: sql`day < ${koreanDate(before)}` },
    limit,
  );

export const removeIdentityChecks = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(db, { table: 'identity_checks', key: ['account_id', 'id'], isOld: sql`expires_at < ${before}` }, limit);
