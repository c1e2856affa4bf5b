import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Where titles and episodes are shown, and age ratings by country. Prepared rows without them are of everywhere. */
export const countries: Migration = {
  up: (db) =>
    run(db, [
      `alter table items add column if not exists countries text[] not null default '{}'`,
      `alter table items add column if not exists country_ratings jsonb not null default '[]'`,
      `alter table episodes add column if not exists countries text[] not null default '{}'`,
      `alter table prepared_titles add column if not exists countries text[]`,
      `alter table prepared_titles add column if not exists country_ratings jsonb`,
    ]),
};
