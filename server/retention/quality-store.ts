import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import { removeRows } from './rows-store.ts';

export const removePlaybackQuality = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(
    db,
    { table: 'playback_quality', key: ['account_id', 'play_log_id'], isOld: sql`received_at < ${before}` },
    limit,
  );

const ofHours =
  (
    table: 'quality_hours' | 'failure_hours' | 'episode_failure_hours' | 'watch_hours' | 'sale_hours',
    key: readonly string[],
  ) =>
  (db: Connection, before: Date, limit: number): Promise<number> =>
    removeRows(db, { table, key, isOld: sql`hour < ${before}` }, limit);

export const removeQualityHours = ofHours('quality_hours', ['hour', 'platform', 'engine', 'app_version', 'rendition']);
export const removeFailureHours = ofHours('failure_hours', ['hour', 'platform', 'engine', 'app_version', 'code']);
export const removeEpisodeFailureHours = ofHours('episode_failure_hours', [
  ...['hour', 'platform', 'engine', 'code', 'episode_id'],
]);
export const removeWatchHours = ofHours('watch_hours', ['hour', 'platform']);
export const removeSaleHours = ofHours('sale_hours', ['hour']);

export const removeCrashes = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(db, { table: 'crashes', key: ['fingerprint'], isOld: sql`last_at < ${before}` }, limit);
