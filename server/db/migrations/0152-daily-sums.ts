import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Daily sums of removed play logs and ad events. Days are days in Korea, as `YYYY-MM-DD`. */
export const dailySums: Migration = {
  up: (db) =>
    run(db, [
      `create table watch_days (
        account_id uuid not null,
        profile_id uuid not null,
        day text not null,
        episode_id integer not null,
        item_id integer not null,
        play_time bigint not null,
        primary key (account_id, profile_id, day, episode_id),
        foreign key (account_id, profile_id) references profiles (account_id, id) on delete cascade
      )`,
      `create table ad_days (
        day text not null,
        ad_id integer not null,
        ad_break_id text not null,
        event text not null,
        cnt bigint not null,
        primary key (day, ad_id, ad_break_id, event)
      )`,
    ]),
};
