import type { Migration } from 'kysely';
import { run } from './run.ts';

/** What is watched, in sums that name no account. Days and months are those of Korea; the title 0 is the whole service. */
export const viewing: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists title_days (
        day text not null,
        item_id integer not null,
        cnt_start integer not null,
        cnt_view integer not null,
        cnt_finished integer not null,
        play_seconds bigint not null,
        device_starts integer[] not null,
        device_seconds double precision[] not null,
        plan_starts integer[] not null,
        plan_seconds double precision[] not null,
        hour_starts integer[] not null,
        primary key (day, item_id)
      )`,
      `create index if not exists title_days_of_title on title_days (item_id, day)`,
      `create table if not exists episode_days (
        item_id integer not null,
        day text not null,
        episode_id integer not null,
        cnt_start integer not null,
        cnt_view integer not null,
        cnt_finished integer not null,
        play_seconds bigint not null,
        left_counts integer[] not null,
        primary key (item_id, day, episode_id)
      )`,
      `create index if not exists episode_days_by_day on episode_days (day)`,
      // One row for each range and title that viewers can see or have watched, also without a start.
      `create table if not exists title_sums (
        span text not null check (span in ('day', 'week', 'month')),
        item_id integer not null,
        cnt_viewer integer not null,
        cnt_start integer not null,
        cnt_start_before integer not null,
        cnt_view integer not null,
        cnt_finished integer not null,
        play_seconds bigint not null,
        device_starts integer[] not null,
        device_seconds double precision[] not null,
        plan_starts integer[] not null,
        plan_seconds double precision[] not null,
        primary key (span, item_id)
      )`,
      `create table if not exists missed_searches (
        day text not null,
        words text not null,
        cnt_account integer not null,
        seen text not null,
        primary key (day, words)
      )`,
      `create table if not exists cohort_months (
        joined text not null,
        month text not null,
        cnt_account integer not null,
        cnt_watched integer not null,
        primary key (joined, month)
      )`,
    ]),
};
