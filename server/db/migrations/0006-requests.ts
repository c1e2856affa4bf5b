import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Accounts' requests for titles. The status of a requested title is the same for all accounts that asked, also for
 * those that ask later.
 */
export const requests: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists item_requests (
        account_id uuid not null references accounts (id) on delete cascade,
        item_id integer not null,
        created_at timestamptz not null,
        primary key (account_id, item_id)
      )`,
      `create index if not exists item_requests_by_date on item_requests (created_at)`,
      `create index if not exists item_requests_counted on item_requests (item_id, created_at)`,
      `create index if not exists item_requests_of_title on item_requests (item_id, account_id)`,
      `create table if not exists request_statuses (
        item_id integer primary key,
        status text not null check (status in ('requested', 'reviewing', 'accepted', 'declined')),
        changed_at timestamptz not null
      )`,
      `create table if not exists request_counts (
        counted_until timestamptz not null,
        item_id integer not null,
        cnt_request integer not null,
        requested_at timestamptz not null,
        primary key (counted_until, item_id)
      )`,
    ]),
};
