import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Play logs, each profile's offset in each episode, and ratings. */
export const playback: Migration = {
  up: (db) =>
    run(db, [
      // No index on columns that a report changes: a report then rewrites the row in its page without index writes.
      `create table play_logs (
        account_id uuid not null references accounts (id) on delete cascade,
        id uuid not null,
        profile_id uuid not null,
        device_session_id uuid not null,
        episode_id integer not null,
        item_id integer not null,
        device text not null check (device in ('tizen', 'webos', 'web')),
        state text not null check (state in ('active', 'superseded', 'left', 'deactivated')),
        opened_at timestamptz not null,
        expires_at timestamptz not null,
        ended_at timestamptz,
        total_play_time integer not null default 0,
        play_end_offset bigint not null default 0,
        is_player_exit boolean not null default false,
        reported_at timestamptz,
        primary key (account_id, id)
      ) with (fillfactor = 80)`,
      `create index play_logs_active on play_logs (account_id, opened_at) where state = 'active'`,
      `create index play_logs_by_date on play_logs (opened_at, item_id, profile_id)`,
      `create index play_logs_of_profile on play_logs (profile_id, opened_at)`,
      `create table playback_offsets (
        profile_id uuid not null,
        episode_id integer not null,
        item_id integer not null,
        "offset" integer not null,
        is_finished boolean not null,
        updated_at timestamptz not null,
        primary key (profile_id, episode_id)
      ) with (fillfactor = 80)`,
      `create index playback_offsets_of_item on playback_offsets (profile_id, item_id)`,
      `create table ratings (
        profile_id uuid not null,
        item_id integer not null,
        score double precision not null check (score between 0.5 and 5),
        updated_at timestamptz not null,
        primary key (profile_id, item_id)
      )`,
    ]),
};
