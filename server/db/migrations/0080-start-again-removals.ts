import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Titles that profiles removed from their list of begun titles, and when: a title watched later reappears. */
export const startAgainRemovals: Migration = {
  up: (db) =>
    run(db, [
      `create table start_again_removals (
        profile_id uuid not null,
        item_id integer not null,
        removed_at timestamptz not null,
        primary key (profile_id, item_id)
      )`,
    ]),
};
