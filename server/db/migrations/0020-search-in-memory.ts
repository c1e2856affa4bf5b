import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Processes search the names in their memory. */
export const searchInMemory: Migration = {
  up: (db) =>
    run(db, [
      `drop table if exists prepared_terms`,
      `alter table prepared_titles drop column if exists search_name`,
      `alter table prepared_titles drop column if exists search_words`,
      `alter table prepared_titles drop column if exists track_words`,
    ]),
};
