import type { Migration } from 'kysely';
import { run } from './run.ts';

const NO_IDS = '{"anilist":null,"myanimelist":null,"anidb":null,"tmdb":null,"tvdb":null,"imdb":null}';

/** Names of titles in other languages, aliases, and ids of other databases. */
export const namesOfTitles: Migration = {
  up: (db) =>
    run(db, [
      `alter table items add column if not exists names jsonb default '[]' not null`,
      `alter table items add column if not exists aliases text[] default '{}' not null`,
      `alter table items add column if not exists uniqueid jsonb default '${NO_IDS}' not null`,
    ]),
};
