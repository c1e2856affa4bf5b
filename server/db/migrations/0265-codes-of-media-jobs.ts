import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Codes and parameters of failures and notices, from which the console makes Korean sentences. Nullable and without a
 * default: no row is rewritten, jobs of the earlier version keep their sentences, and its workers may still write some.
 */
export const codesOfMediaJobs: Migration = {
  up: (db) =>
    run(db, [
      `alter table media_jobs add column if not exists last_error_code text,
        add column if not exists last_error_parts jsonb, add column if not exists notice_parts jsonb`,
    ]),
};
