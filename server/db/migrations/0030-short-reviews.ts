import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Short reviews and their likes. */
export const shortReviews: Migration = {
  up: (db) =>
    run(db, [
      // The number of likes is stored, so that sorting by it can use an index.
      `create table short_reviews (
        id uuid primary key,
        item_id integer not null,
        account_id uuid not null,
        profile_id uuid not null,
        short_review text not null check (char_length(short_review) between 1 and 100),
        cnt_like integer not null default 0,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        unique (profile_id, item_id),
        foreign key (account_id, profile_id) references profiles (account_id, id) on delete cascade
      )`,
      `create index short_reviews_by_like on short_reviews (item_id, cnt_like desc, created_at desc, id)`,
      `create index short_reviews_by_date on short_reviews (item_id, created_at desc, id)`,
      `create index short_reviews_of_profile on short_reviews (account_id, profile_id)`,
      `create table review_likes (
        review_id uuid not null references short_reviews (id) on delete cascade,
        account_id uuid not null,
        profile_id uuid not null,
        created_at timestamptz not null,
        primary key (review_id, profile_id),
        foreign key (account_id, profile_id) references profiles (account_id, id) on delete cascade
      )`,
      `create index review_likes_of_profile on review_likes (account_id, profile_id)`,
    ]),
};
