import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Briefs contain the episodes and themes of a title: an empty catalogue has nothing to prepare again. */
export const preparedPlaces: Migration = {
  up: (db) =>
    run(db, [
      `update settings set value = '4:0'
        where name = 'catalogue-prepared' and value = '3:0' and not exists (select 1 from items)`,
    ]),
};
