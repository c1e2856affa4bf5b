import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Requests counted by title up to an instant, so that the console's list counts only later ones. A worker adds a generation
 * of rows; the server counts all requests until the first one.
 */
export const requestCounts: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists request_counts (
        counted_until timestamptz not null,
        item_id integer not null,
        cnt_request integer not null,
        requested_at timestamptz not null,
        status text not null,
        primary key (counted_until, item_id)
      )`,
      `create index if not exists item_requests_by_date on item_requests (created_at)`,
    ]),
};
