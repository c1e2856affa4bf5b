import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Pictures that the console stored, so that a worker finds those that no title uses any more. Those of the catalogue are
 * known by their path, which has a folder for each picture.
 */
export const storedPictures: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists stored_pictures (
        path text primary key,
        used_at timestamptz not null
      )`,
      `create index if not exists stored_pictures_by_use on stored_pictures (used_at)`,
      `insert into stored_pictures (path, used_at)
        select distinct path, now() from (
          select poster as path from items union all select wide from items union all select backdrop from items
          union all select thumbnail from episodes
        ) as pictures
        where path ~ '/title-[0-9]+/[0-9a-z]{22}/(poster|wide|backdrop|still)\\.webp$'
        on conflict do nothing`,
    ]),
};
