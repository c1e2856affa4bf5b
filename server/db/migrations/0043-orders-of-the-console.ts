import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Titles in the order of their names, and jobs as operators see them, without reading all of them. */
export const ordersOfTheConsole: Migration = {
  up: (db) =>
    run(db, [
      `alter table prepared_operated add column if not exists name_key text collate "C"`,
      `create index if not exists media_jobs_as_shown on media_jobs (
        (case state when 'running' then 0 when 'waiting' then 1 else 2 end), ended_at desc nulls last, created_at, id)`,
    ]),
};
