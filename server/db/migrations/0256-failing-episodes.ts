import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Failures by episode. Reports of the server before this migration have no episode. */
export const failingEpisodes: Migration = {
  up: (db) =>
    run(db, [
      `alter table playback_quality add column if not exists episode_id integer`,
      `create table if not exists episode_failure_hours (
        hour timestamptz not null,
        platform text not null,
        engine text not null,
        code text not null,
        episode_id integer not null,
        cnt integer not null,
        primary key (hour, platform, engine, code, episode_id)
      )`,
    ]),
};
