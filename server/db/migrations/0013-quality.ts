import type { Migration } from 'kysely';
import { run } from './run.ts';

/** The quality of playbacks with hourly sums, crashes of the app, and figures of the service. */
export const quality: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists playback_quality (
        account_id uuid not null references accounts (id) on delete cascade,
        play_log_id uuid not null,
        received_at timestamptz not null,
        platform text not null,
        engine text not null,
        app_version text not null,
        startup_ms integer,
        rebuffer_ms integer not null,
        cnt_rebuffer integer not null,
        cnt_dropped integer not null,
        cnt_decoded integer not null,
        average_bitrate integer not null,
        cnt_switch integer not null,
        play_seconds integer not null,
        errors text[] not null,
        episode_id integer not null,
        primary key (account_id, play_log_id)
      )`,
      `create index if not exists playback_quality_by_age on playback_quality (received_at)`,
      `create table if not exists quality_hours (
        hour timestamptz not null,
        platform text not null,
        engine text not null,
        app_version text not null,
        rendition text not null,
        cnt_playback integer not null,
        cnt_started integer not null,
        cnt_failed integer not null,
        cnt_stalled integer not null,
        startup_counts integer[] not null,
        rebuffer_ms bigint not null,
        play_ms bigint not null,
        cnt_dropped bigint not null,
        cnt_decoded bigint not null,
        cnt_switch bigint not null,
        primary key (hour, platform, engine, app_version, rendition)
      )`,
      `create table if not exists failure_hours (
        hour timestamptz not null,
        platform text not null,
        engine text not null,
        app_version text not null,
        code text not null,
        cnt integer not null,
        primary key (hour, platform, engine, app_version, code)
      )`,
      `create table if not exists episode_failure_hours (
        hour timestamptz not null,
        platform text not null,
        engine text not null,
        code text not null,
        episode_id integer not null,
        cnt integer not null,
        primary key (hour, platform, engine, code, episode_id)
      )`,
      `create table if not exists crashes (
        fingerprint text primary key,
        platform text not null,
        engine text not null,
        app_version text not null,
        screen text not null,
        message text not null,
        stack text not null,
        cnt integer not null,
        first_at timestamptz not null,
        last_at timestamptz not null
      )`,
      `create index if not exists crashes_by_age on crashes (last_at)`,
      `create table if not exists service_summaries (
        name text primary key,
        counted_at timestamptz not null,
        figures jsonb not null
      )`,
    ]),
};
