import type { Migration } from 'kysely';
import { run } from './run.ts';

/** An index by which the titles are found whose trailer a clip is. */
export const trailers: Migration = {
  up: (db) => run(db, [`create index if not exists items_by_trailer on items (trailer) where trailer is not null`]),
};
