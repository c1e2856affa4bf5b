import type { Migration } from 'kysely';
import { run } from './run.ts';

/** When an episode was last watched on a day, which orders the history of old days. Null for days folded earlier. */
export const lastInstantOfWatchDays: Migration = {
  up: (db) => run(db, [`alter table watch_days add column if not exists watched_at timestamptz`]),
};
