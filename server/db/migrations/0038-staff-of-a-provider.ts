import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Members of staff whom a sign-in provider knows. */
export const staffOfAProvider: Migration = {
  up: (db) => run(db, [`alter table staff add column if not exists provider_subject text unique`]),
};
