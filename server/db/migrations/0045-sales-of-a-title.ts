import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Sold titles that the catalogue has no more have the name of their sales. */
export const salesOfATitle: Migration = {
  up: (db) => run(db, [`create index if not exists sale_days_of_one on sale_days (kind, id)`]),
};
