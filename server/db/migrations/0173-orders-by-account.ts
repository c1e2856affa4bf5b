import type { Migration } from 'kysely';
import { run } from './run.ts';

/** The phone page names an order with its account, so nothing finds an order by its id alone. */
export const ordersByAccount: Migration = {
  up: (db) => run(db, [`drop index if exists orders_by_id`]),
};
