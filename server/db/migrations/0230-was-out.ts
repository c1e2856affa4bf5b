import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Whether viewers have ever seen a title or an episode before its last decision. Of earlier decisions nobody knows, so
 * they count as seen.
 */
export const wasOut: Migration = {
  up: (db) => run(db, [`alter table publications add column if not exists was_out boolean not null default true`]),
};
