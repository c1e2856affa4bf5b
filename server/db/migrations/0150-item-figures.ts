import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Rating sums of titles in their own table: viewers write these while an import writes `items`, and neither blocks the
 * other. Titles that left the catalogue keep their sums, as they keep their ratings.
 */
export const itemFigures: Migration = {
  up: (db) =>
    run(db, [
      `create table item_figures (
        item_id integer primary key,
        cnt_rating integer not null,
        sum_rating double precision not null
      ) with (fillfactor = 80)`,
      `insert into item_figures (item_id, cnt_rating, sum_rating)
        select item_id, count(*)::int, sum(score) from ratings group by item_id`,
      `alter table items drop column cnt_rating, drop column sum_rating`,
    ]),
};
