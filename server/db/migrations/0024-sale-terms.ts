import type { Migration } from 'kysely';
import { run } from './run.ts';

/** When plans and products are for sale, and what they cost from a day on. */
export const saleTerms: Migration = {
  up: (db) =>
    run(db, [
      `alter table products add column if not exists sale jsonb`,
      `alter table plans add column if not exists sale jsonb`,
    ]),
};
