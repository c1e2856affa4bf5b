import type { Migration } from 'kysely';
import { run } from './run.ts';

/** The titles similar to each title, where a catalogue is too large for a process to cache them. A job fills it. */
export const similarTitles: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists similar_titles (
        item_id integer primary key,
        ids text not null,
        scores text not null,
        compared_at timestamptz not null
      )`,
      `create index if not exists similar_titles_by_age on similar_titles (compared_at)`,
    ]),
};
