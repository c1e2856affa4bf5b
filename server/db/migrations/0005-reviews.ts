import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Ratings and short reviews. The title leads the keys of reviews, so that a list of reviews is on one shard; copies of
 * the author's name, picture and score come along.
 */
export const reviews: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists ratings (
        profile_id uuid not null,
        item_id integer not null,
        score double precision not null check (score between 0.5 and 5),
        updated_at timestamptz not null,
        account_id uuid not null,
        primary key (account_id, profile_id, item_id)
      )`,
      `create index if not exists ratings_by_date on ratings (updated_at, item_id, score)`,
      // Apart from `items`: viewers write these while an import writes titles, and neither blocks the other.
      `create table if not exists item_figures (
        item_id integer primary key,
        cnt_rating integer not null,
        sum_rating double precision not null
      ) with (fillfactor = 80)`,
      `create index if not exists item_figures_by_average
        on item_figures ((sum_rating / cnt_rating) desc, cnt_rating desc) where cnt_rating > 0`,
      // The number of likes is stored, so that sorting by it can use an index.
      `create table if not exists short_reviews (
        id uuid not null,
        item_id integer not null,
        account_id uuid not null,
        profile_id uuid not null,
        short_review text not null check (char_length(short_review) between 1 and 100),
        cnt_like integer default 0 not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        profile_name text not null,
        profile_image_id integer not null,
        score double precision,
        hidden_at timestamptz,
        primary key (item_id, id),
        unique (item_id, profile_id)
      )`,
      `create index if not exists short_reviews_by_date on short_reviews (item_id, created_at desc, id)`,
      `create index if not exists short_reviews_by_like on short_reviews (item_id, cnt_like desc, created_at desc, id)`,
      `create index if not exists short_reviews_hidden on short_reviews (hidden_at) where hidden_at is not null`,
      `create index if not exists short_reviews_of_profile on short_reviews (account_id, profile_id)`,
      `create table if not exists review_likes (
        review_id uuid not null,
        account_id uuid not null,
        profile_id uuid not null,
        created_at timestamptz not null,
        item_id integer not null,
        primary key (item_id, review_id, profile_id),
        foreign key (item_id, review_id) references short_reviews (item_id, id) on delete cascade
      )`,
      `create index if not exists review_likes_of_profile on review_likes (account_id, profile_id)`,
      `create table if not exists review_reports (
        item_id integer not null,
        review_id uuid not null,
        account_id uuid not null,
        profile_id uuid not null,
        reason text not null check (reason in ('spoiler', 'abuse', 'sexual', 'spam', 'other')),
        created_at timestamptz not null,
        primary key (item_id, review_id, profile_id),
        foreign key (item_id, review_id) references short_reviews (item_id, id) on delete cascade
      )`,
      `create index if not exists review_reports_by_age on review_reports (created_at)`,
      `create index if not exists review_reports_of_profile on review_reports (account_id, profile_id)`,
      `create table if not exists blocked_profiles (
        account_id uuid not null references accounts (id) on delete cascade,
        profile_id uuid not null,
        blocked_profile_id uuid not null,
        blocked_at timestamptz not null,
        primary key (account_id, profile_id, blocked_profile_id)
      )`,
      `create index if not exists blocked_profiles_of_blocked on blocked_profiles (blocked_profile_id)`,
    ]),
};
