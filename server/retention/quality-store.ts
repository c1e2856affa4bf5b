import { sql } from 'kysely';
import { oldHours, oldRows, type Retention } from './rows-store.ts';

/** How playback went, hourly sums of it and of sales, and crashes. */
export const qualityRows: readonly Retention[] = [
  oldRows({
    table: 'playback_quality',
    lifetime: '14 days',
    why: 'operators look at recent playbacks; the hourly sums have no account',
    days: 14,
    key: ['account_id', 'play_log_id'],
    isOld: (before) => sql`received_at < ${before}`,
  }),
  oldHours(
    'quality_hours',
    ['platform', 'engine', 'app_version', 'rendition'],
    'compares a release with the ones before it',
  ),
  oldHours('failure_hours', ['platform', 'engine', 'app_version', 'code']),
  oldHours('episode_failure_hours', ['platform', 'engine', 'code', 'episode_id']),
  oldHours('watch_hours', ['platform']),
  oldHours('sale_hours', []),
  oldRows({
    table: 'crashes',
    lifetime: '90 days after the last crash',
    why: 'a defect that nobody meets any more is mended',
    days: 90,
    key: ['fingerprint'],
    isOld: (before) => sql`last_at < ${before}`,
  }),
];
