import type { Migration } from 'kysely';
import { run } from './run.ts';

/** What several server processes must share: secrets made once, and counted calls. */
export const settingsAndLimits: Migration = {
  up: (db) =>
    run(db, [
      `create table settings (
        name text primary key,
        value text not null
      )`,
      // Rows here are updated in place: room on the page keeps the updates off the index.
      `create table rate_limits (
        key text primary key,
        count integer not null,
        resets_at timestamptz not null
      ) with (fillfactor = 80)`,
    ]),
};
