import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Advertisements, their breaks, and who was shown which. */
export const advertisements: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists advertisements (
        id integer primary key,
        title text not null,
        clip_id text not null references clips (id),
        skip_after integer,
        weight integer default 1 not null,
        starts_at timestamptz,
        ends_at timestamptz
      )`,
      `create table if not exists ad_breaks (
        id text primary key,
        episode_id integer not null references episodes (id) on delete cascade,
        "offset" integer not null
      )`,
      `create index if not exists ad_breaks_of_episode on ad_breaks (episode_id, "offset")`,
      `create table if not exists ad_servings (
        account_id uuid not null references accounts (id) on delete cascade,
        play_log_id uuid not null,
        ad_break_id text not null,
        ad_id integer not null,
        handed_out_at timestamptz not null,
        primary key (account_id, play_log_id, ad_break_id)
      )`,
      `create index if not exists ad_servings_by_date on ad_servings (handed_out_at)`,
      `create table if not exists ad_events (
        account_id uuid not null references accounts (id) on delete cascade,
        play_log_id uuid not null,
        ad_id integer not null,
        event text not null,
        "position" double precision not null,
        profile_id uuid not null,
        received_at timestamptz not null,
        ad_break_id text not null,
        primary key (account_id, play_log_id, ad_break_id, ad_id, event)
      )`,
      `create index if not exists ad_events_by_date on ad_events (received_at, ad_id)`,
      `create table if not exists ad_days (
        day text not null,
        ad_id integer not null,
        ad_break_id text not null,
        event text not null,
        cnt bigint not null,
        primary key (day, ad_id, ad_break_id, event)
      )`,
      `create table if not exists ad_hours (
        hour timestamptz not null,
        ad_id integer not null,
        cnt_impression integer not null,
        cnt_start integer not null,
        cnt_complete integer not null,
        cnt_skip integer not null,
        cnt_error integer not null,
        primary key (hour, ad_id)
      )`,
      `create table if not exists ad_figures (
        day text not null,
        ad_id integer not null,
        cnt_impression integer not null,
        cnt_start integer not null,
        cnt_complete integer not null,
        cnt_skip integer not null,
        cnt_error integer not null,
        primary key (ad_id, day)
      )`,
    ]),
};
