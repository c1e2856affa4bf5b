import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Stores the charts of a time slot, so that all processes sort by the same numbers. */
export const charts: Migration = {
  up: (db) =>
    run(db, [
      `create table charts (
        kind text not null,
        counted_at timestamptz not null,
        counts jsonb not null,
        primary key (kind, counted_at)
      )`,
    ]),
};
