import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Reports of reviews, reviews that an operator hid, and profiles that another profile blocked. */
export const moderation: Migration = {
  up: (db) =>
    run(db, [
      `alter table short_reviews add column if not exists hidden_at timestamptz`,
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
    ]),
};
