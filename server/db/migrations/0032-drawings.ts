import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Signs and songs that exist drawn into the pictures of a clip. */
export const drawings: Migration = {
  up: (db) => run(db, ['alter table clips add column if not exists drawings jsonb']),
};
