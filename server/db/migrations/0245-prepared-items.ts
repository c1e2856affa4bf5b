import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * What a title's answers are made from, as one value: five statements made it on each read. Lists scan `prepared_titles`,
 * so the texts are in a table of their own.
 */
export const preparedItems: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists prepared_items (item_id integer primary key, item json not null)`,
      // An empty catalogue has nothing to prepare.
      `update settings set value = '2:0'
        where name = 'catalogue-prepared' and value = '1:0' and not exists (select 1 from items)`,
    ]),
};
