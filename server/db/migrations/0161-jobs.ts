import type { Migration } from 'kysely';
import { run } from './run.ts';

/** One row for each background job: who runs it, when it is due, and how its last run ended. */
export const jobs: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists jobs (
        name text primary key,
        every_seconds integer not null,
        owner text,
        leased_until timestamptz,
        next_run_at timestamptz not null,
        last_run_at timestamptz,
        last_duration_ms integer,
        last_error text,
        failures integer not null default 0
      )`,
    ]),
};
