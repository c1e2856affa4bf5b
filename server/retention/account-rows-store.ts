import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import { koreanDate } from '../lib/korean-time.ts';
import { oldRows, type Retention } from './rows-store.ts';

/**
 * Clears the origin of expired device requests; their rows stay a day longer, to tell an old code from an unknown one.
 */
async function clearOrigins(db: Connection, before: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    update device_authorizations set requested_from = null where device_code_hash in (
      select device_code_hash from device_authorizations
      where expires_at <= ${before} and requested_from is not null limit ${limit} for update skip locked)
    returning 1`.execute(db);
  return rows.length;
}

/** Files about accounts, whose links have expired, piece by piece. */
async function removeAccountExports(db: Connection, before: Date, limit: number): Promise<number> {
  const expired = await db
    .selectFrom('account_exports')
    .select(['id', 'account_id', 'file_id'])
    .where('expires_at', '<=', before)
    .limit(limit)
    .execute();
  for (const { id, account_id, file_id } of expired) {
    await db
      .deleteFrom('account_export_parts')
      .where('account_id', '=', account_id)
      .where('file_id', '=', file_id)
      .execute();
    await db.deleteFrom('account_exports').where('id', '=', id).execute();
  }
  return expired.length;
}

/** Rows of one account: its devices, sign-ins and files. */
export const accountRows: readonly Retention[] = [
  oldRows({
    table: 'device_sessions',
    lifetime: '30 days after sign-out',
    why: 'names the device that took a playback over; its tokens go with it',
    days: 30,
    key: ['account_id', 'id'],
    isOld: (before) => sql`revoked_at < ${before}`,
  }),
  oldRows({
    table: 'device_sessions',
    lifetime: '180 days after the last use',
    why: 'a token unused for 180 days ends',
    days: 180,
    key: ['account_id', 'id'],
    isOld: (before) => sql`last_seen_at <= ${before}`,
  }),
  oldRows({
    table: 'email_codes',
    lifetime: '1 day after expiry',
    why: 'tells an expired code from a wrong one',
    days: 1,
    key: ['email', 'is_for_owner'],
    isOld: (before) => sql`expires_at < ${before}`,
  }),
  oldRows({
    table: 'password_resets',
    lifetime: '1 day after expiry',
    why: 'tells an expired link from a wrong one',
    days: 1,
    key: ['account_id', 'id'],
    isOld: (before) => sql`expires_at < ${before}`,
  }),
  oldRows({
    table: 'remembered_devices',
    lifetime: '180 days after the last sign-in',
    why: 'signs in without a code; a token unused for as long ends too',
    days: 180,
    key: ['account_id', 'key_hash'],
    isOld: (before) => sql`last_used_at < ${before}`,
  }),
  oldRows({
    table: 'device_authorizations',
    lifetime: '1 day after expiry',
    why: 'tells the television that its code expired',
    days: 1,
    key: ['device_code_hash'],
    isOld: (before) => sql`expires_at < ${before}`,
  }),
  {
    table: 'device_authorizations',
    lifetime: 'network: until expiry',
    why: 'the page that approves a device shows it',
    days: 0,
    remove: clearOrigins,
  },
  oldRows({
    table: 'download_grants',
    lifetime: '1 day after expiry',
    why: 'counts towards the downloads of a day',
    days: 1,
    key: ['account_id', 'id'],
    isOld: (before) => sql`expires_at < ${before}`,
  }),
  oldRows({
    table: 'ad_servings',
    lifetime: '1 day',
    why: 'no play log lives longer',
    days: 1,
    key: ['account_id', 'play_log_id', 'ad_break_id'],
    isOld: (before) => sql`handed_out_at < ${before}`,
  }),
  oldRows({
    table: 'watch_times',
    lifetime: '1 day',
    why: 'only the time of today counts',
    days: 1,
    key: ['account_id', 'profile_id', 'day'],
    isOld: (before) => sql`day < ${koreanDate(before)}`,
  }),
  oldRows({
    table: 'identity_checks',
    lifetime: '1 day after expiry',
    why: 'tells the television that its proof of age expired',
    days: 1,
    key: ['account_id', 'id'],
    isOld: (before) => sql`expires_at < ${before}`,
  }),
  {
    table: 'account_exports',
    lifetime: '1 day',
    why: 'as long as the link to the file is valid; its parts go with it',
    days: 0,
    remove: removeAccountExports,
  },
];
