import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Pictures whose files a worker removes, so that it removes them outside of a transaction. */
export const picturesBeingRemoved: Migration = {
  up: (db) =>
    run(db, [
      `alter table stored_pictures add column if not exists removing_at timestamptz`,
      `create index if not exists stored_pictures_being_removed on stored_pictures (removing_at) where removing_at is not null`,
    ]),
};
