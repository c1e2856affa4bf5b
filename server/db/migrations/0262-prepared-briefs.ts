import type { Migration } from 'kysely';
import { run } from './run.ts';

/** The part of a title that rows of titles show; when both are outdated, and in which form they are. */
export const preparedBriefs: Migration = {
  up: (db) =>
    run(db, [
      `alter table prepared_items add column if not exists brief json,
        add column if not exists next_at timestamptz, add column if not exists form text`,
      // An empty catalogue has nothing to prepare.
      `update settings set value = '3:0'
        where name = 'catalogue-prepared' and value = '2:0' and not exists (select 1 from items)`,
    ]),
};
