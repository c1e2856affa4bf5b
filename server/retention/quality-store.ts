import { sql } from 'kysely';
import { oldRows, type Retention } from './rows-store.ts';

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
  oldRows({
    table: 'quality_hours',
    lifetime: '92 days',
    why: 'compares a release with the ones before it',
    days: 92,
    key: ['hour', 'platform', 'engine', 'app_version', 'rendition'],
    isOld: (before) => sql`hour < ${before}`,
  }),
  oldRows({
    table: 'failure_hours',
    lifetime: '92 days',
    why: 'as `quality_hours`',
    days: 92,
    key: ['hour', 'platform', 'engine', 'app_version', 'code'],
    isOld: (before) => sql`hour < ${before}`,
  }),
  oldRows({
    table: 'episode_failure_hours',
    lifetime: '92 days',
    why: 'as `quality_hours`',
    days: 92,
    key: ['hour', 'platform', 'engine', 'code', 'episode_id'],
    isOld: (before) => sql`hour < ${before}`,
  }),
  oldRows({
    table: 'watch_hours',
    lifetime: '92 days',
    why: 'as `quality_hours`',
    days: 92,
    key: ['hour', 'platform'],
    isOld: (before) => sql`hour < ${before}`,
  }),
  oldRows({
    table: 'sale_hours',
    lifetime: '92 days',
    why: 'as `quality_hours`',
    days: 92,
    key: ['hour'],
    isOld: (before) => sql`hour < ${before}`,
  }),
  oldRows({
    table: 'crashes',
    lifetime: '90 days after the last crash',
    why: 'a defect that nobody meets any more is mended',
    days: 90,
    key: ['fingerprint'],
    isOld: (before) => sql`last_at < ${before}`,
  }),
];
