import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Crashes of the app, one row for each defect. */
export const crashes: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists crashes (
        fingerprint text primary key,
        platform text not null,
        engine text not null,
        app_version text not null,
        screen text not null,
        message text not null,
        stack text not null,
        cnt integer not null,
        first_at timestamptz not null,
        last_at timestamptz not null
      )`,
      `create index if not exists crashes_by_age on crashes (last_at)`,
    ]),
};
