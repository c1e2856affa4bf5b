import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Advertisements, their breaks and events; and each clip as one file. */
export const advertisements: Migration = {
  up: (db) =>
    run(db, [
      `alter table clips add column download jsonb`,
      `create table advertisements (
        id integer primary key,
        title text not null,
        clip_id text not null references clips (id),
        skip_after integer
      )`,
      `create table ad_breaks (
        id text primary key,
        episode_id integer not null references episodes (id) on delete cascade,
        "offset" integer not null
      )`,
      `create index ad_breaks_of_episode on ad_breaks (episode_id, "offset")`,
      // A repeated event counts once.
      `create table ad_events (
        account_id uuid not null references accounts (id) on delete cascade,
        play_log_id uuid not null,
        ad_id integer not null,
        event text not null,
        position double precision not null,
        profile_id uuid not null,
        received_at timestamptz not null,
        primary key (account_id, play_log_id, ad_id, event, position)
      )`,
      `create index ad_events_by_date on ad_events (received_at, ad_id)`,
    ]),
};
