import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Hidden reviews, which are few among all, are listed for operators. The status of a requested title is the same for all
 * accounts that asked, also for those that ask later.
 */
export const moderated: Migration = {
  up: (db) =>
    run(db, [
      `create index if not exists short_reviews_hidden on short_reviews (hidden_at) where hidden_at is not null`,
      `create table if not exists request_statuses (
        item_id integer primary key,
        status text not null check (status in ('requested', 'reviewing', 'accepted', 'declined')),
        changed_at timestamptz not null
      )`,
    ]),
};
