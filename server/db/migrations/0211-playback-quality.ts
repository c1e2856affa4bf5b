import type { Migration } from 'kysely';
import { run } from './run.ts';

/** The quality of each playback, and hourly sums for operators. */
export const playbackQuality: Migration = {
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
      `create table if not exists watch_hours (
        hour timestamptz not null,
        platform text not null,
        cnt_start integer not null,
        play_seconds bigint not null,
        primary key (hour, platform)
      )`,
      `create table if not exists sale_hours (
        hour timestamptz primary key,
        cnt_sign_up integer not null,
        cnt_order integer not null,
        won bigint not null
      )`,
      `create table if not exists service_summaries (
        name text primary key,
        counted_at timestamptz not null,
        figures jsonb not null
      )`,
      `create index if not exists accounts_by_age on accounts (created_at)`,
      `create index if not exists orders_by_payment on orders (settled_at) where status in ('paid', 'refunded')`,
    ]),
};
