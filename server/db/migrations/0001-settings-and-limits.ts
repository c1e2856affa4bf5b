import type { Migration } from 'kysely';
import { run } from './run.ts';

/** State shared by all server processes: generated secrets, and call counters. */
export const settingsAndLimits: Migration = {
  up: (db) =>
    run(db, [
      `create table settings (
        name text primary key,
        value text not null
      )`,
      // Free space on each page lets updates of these rows avoid index writes (HOT updates).
      `create table rate_limits (
        key text primary key,
        count integer not null,
        resets_at timestamptz not null
      ) with (fillfactor = 80)`,
    ]),
};
