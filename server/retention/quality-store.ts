import { sql } from 'kysely';
import type { TableName } from '../db/tables.ts';
import { oldRows, type Retention } from './rows-store.ts';

/** Sums of an hour. @param key columns of the primary key after the hour. */
const hourly = (table: TableName, key: readonly string[], why = 'as `quality_hours`'): Retention =>
  oldRows({
    table,
    lifetime: '92 days',
    why,
    days: 92,
    key: ['hour', ...key],
    isOld: (before) => sql`hour < ${before}`,
  });

/** How playback went, by hour. */
export const qualityRows: readonly Retention[] = [
  oldRows({
    table: 'playback_quality',
    lifetime: '14 days',
    why: 'operators look at recent playbacks; the hourly sums have no account',
    days: 14,
    key: ['account_id', 'play_log_id'],
    isOld: (before) => sql`received_at < ${before}`,
  }),
  hourly(
    'quality_hours',
    ['platform', 'engine', 'app_version', 'rendition'],
    'compares a release with the ones before it',
  ),
  hourly('failure_hours', ['platform', 'engine', 'app_version', 'code']),
  hourly('episode_failure_hours', ['platform', 'engine', 'code', 'episode_id']),
  hourly('watch_hours', ['platform']),
  hourly('sale_hours', []),
  oldRows({
    table: 'crashes',
    lifetime: '90 days after the last crash',
    why: 'a defect that nobody meets any more is mended',
    days: 90,
    key: ['fingerprint'],
    isOld: (before) => sql`last_at < ${before}`,
  }),
];
