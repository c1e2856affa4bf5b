import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Profiles' wish lists, and accounts' requests for titles. */
export const wishesAndRequests: Migration = {
  up: (db) =>
    run(db, [
      `create table wishes (
        profile_id uuid not null,
        item_id integer not null,
        created_at timestamptz not null,
        primary key (profile_id, item_id)
      )`,
      `create table item_requests (
        account_id uuid not null references accounts (id) on delete cascade,
        item_id integer not null,
        status text not null check (status in ('requested', 'reviewing', 'accepted', 'declined')),
        created_at timestamptz not null,
        primary key (account_id, item_id)
      )`,
      `create index item_requests_of_item on item_requests (item_id)`,
      // For the home row of recently rated titles.
      `create index ratings_by_date on ratings (updated_at, item_id, score)`,
    ]),
};
