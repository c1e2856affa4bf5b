import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Briefs in a table of their own. A first home reads 26 of them. Beside the whole titles, nearly each one is on another
 * page: with 100,000 titles, these take 129 MB, and briefs 44 MB. Copies what is prepared already.
 */
export const briefsApart: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists prepared_briefs (
        item_id integer primary key, brief json not null, next_at timestamptz, form text)`,
      // For a run that is repeated after its last statement.
      `alter table prepared_items add column if not exists brief json`,
      `insert into prepared_briefs (item_id, brief, next_at, form)
        select item_id, brief, next_at, form from prepared_items where brief is not null
        on conflict (item_id) do nothing`,
      `alter table prepared_items drop column if exists brief`,
    ]),
};
