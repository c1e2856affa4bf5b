import type { Migration } from 'kysely';
import { run } from './run.ts';

/** What profiles watch: play logs, offsets, history, watch time, wishes, and titles that they hide. */
export const playback: Migration = {
  up: (db) =>
    run(db, [
      // No index on columns that a report changes: a report then rewrites the row in its page without index writes.
      `create table if not exists play_logs (
        account_id uuid not null references accounts (id) on delete cascade,
        id uuid not null,
        profile_id uuid not null,
        device_session_id uuid not null,
        episode_id integer not null,
        item_id integer not null,
        device text not null check (device in ('tizen', 'webos', 'web')),
        state text not null check (state in ('active', 'superseded', 'left', 'deactivated', 'expired', 'over')),
        opened_at timestamptz not null,
        expires_at timestamptz not null,
        ended_at timestamptz,
        total_play_time integer default 0 not null,
        play_end_offset bigint default 0 not null,
        is_player_exit boolean default false not null,
        reported_at timestamptz,
        gave_way_to uuid,
        running_time integer default 0 not null,
        outro_start integer,
        primary key (account_id, id)
      ) with (fillfactor = 80)`,
      `create index if not exists play_logs_active on play_logs (account_id, opened_at) where state = 'active'`,
      `create index if not exists play_logs_by_date on play_logs (opened_at, item_id, profile_id)`,
      `create index if not exists play_logs_by_profile on play_logs (account_id, profile_id, opened_at)`,
      `create index if not exists play_logs_to_expire on play_logs (expires_at) where state in ('active', 'superseded')`,
      `create table if not exists playback_offsets (
        profile_id uuid not null,
        episode_id integer not null,
        item_id integer not null,
        "offset" integer not null,
        is_finished boolean not null,
        updated_at timestamptz not null,
        account_id uuid not null,
        primary key (account_id, profile_id, episode_id)
      ) with (fillfactor = 80)`,
      `create index if not exists playback_offsets_by_title on playback_offsets (account_id, profile_id, item_id)`,
      `create index if not exists playback_offsets_of_title on playback_offsets (item_id, account_id)`,
      `create table if not exists download_grants (
        account_id uuid not null references accounts (id) on delete cascade,
        id uuid not null,
        profile_id uuid not null,
        device_session_id uuid not null,
        episode_id integer not null,
        item_id integer not null,
        opened_at timestamptz not null,
        expires_at timestamptz not null,
        ended_at timestamptz,
        primary key (account_id, id)
      )`,
      `create index if not exists download_grants_by_end on download_grants (expires_at)`,
      `create index if not exists download_grants_of_account on download_grants (account_id, opened_at)`,
      // Days are days in Korea, as `YYYY-MM-DD`.
      `create table if not exists watch_days (
        account_id uuid not null,
        profile_id uuid not null,
        day text not null,
        episode_id integer not null,
        item_id integer not null,
        play_time bigint not null,
        watched_at timestamptz not null,
        primary key (account_id, profile_id, day, episode_id),
        foreign key (account_id, profile_id) references profiles (account_id, id) on delete cascade
      )`,
      `create table if not exists watch_hours (
        hour timestamptz not null,
        platform text not null,
        cnt_start integer not null,
        play_seconds bigint not null,
        primary key (hour, platform)
      )`,
      // Without foreign keys: their checks would lock the account's row in the statement of the reports.
      `create table if not exists watch_times (
        account_id uuid not null,
        profile_id uuid not null,
        day text not null,
        seconds integer not null,
        extra_seconds integer default 0 not null,
        primary key (account_id, profile_id, day)
      )`,
      `create index if not exists watch_times_by_day on watch_times (day)`,
      `create table if not exists history_removals (
        account_id uuid not null,
        profile_id uuid not null,
        episode_id integer not null,
        item_id integer not null,
        removed_at timestamptz not null,
        "offset" integer,
        is_finished boolean,
        updated_at timestamptz,
        primary key (account_id, profile_id, episode_id),
        foreign key (account_id, profile_id) references profiles (account_id, id) on delete cascade
      )`,
      `create table if not exists start_again_removals (
        profile_id uuid not null,
        item_id integer not null,
        removed_at timestamptz not null,
        account_id uuid not null,
        primary key (account_id, profile_id, item_id)
      )`,
      `create table if not exists hidden_items (
        account_id uuid not null,
        profile_id uuid not null,
        item_id integer not null,
        hidden_at timestamptz not null,
        primary key (account_id, profile_id, item_id),
        foreign key (account_id, profile_id) references profiles (account_id, id) on delete cascade
      )`,
      `create table if not exists wishes (
        profile_id uuid not null,
        item_id integer not null,
        created_at timestamptz not null,
        account_id uuid not null,
        primary key (account_id, profile_id, item_id)
      )`,
      `create index if not exists wishes_of_title on wishes (item_id, account_id)`,
    ]),
};
