import type { Migration } from 'kysely';
import { run } from './run.ts';

/** What is watched together, and which profiles asked not to be used for it. */
export const learntTitles: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists learnt_titles (
        item_id integer primary key,
        ids text not null,
        scores text not null,
        learnt_at timestamptz not null
      )`,
      `alter table profiles add column if not exists counts_for_proposals boolean default true not null`,
    ]),
};
