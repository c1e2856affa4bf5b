import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Adds the reasons of a title's age rating and the clip of its trailer. */
export const factsOfTitles: Migration = {
  up: (db) =>
    run(db, [
      `alter table items add column if not exists rating_reasons text[] not null default '{}'`,
      `alter table items add column if not exists trailer text`,
    ]),
};
