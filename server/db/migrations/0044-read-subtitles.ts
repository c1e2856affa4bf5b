import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Drafts of texts that are read of picture subtitles. */
export const readSubtitles: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists subtitle_readings (
        id uuid primary key,
        episode_id integer not null,
        clip_id text not null,
        path text not null,
        sheets jsonb not null,
        lang text not null,
        state text not null check (state in ('waiting', 'reading', 'failed', 'read')),
        failure text,
        created_at timestamptz not null,
        changed_at timestamptz not null,
        unique (clip_id, path)
      )`,
      `create table if not exists reading_lines (
        reading_id uuid not null references subtitle_readings (id) on delete cascade,
        position integer not null,
        start_seconds double precision not null,
        end_seconds double precision not null,
        cell jsonb not null,
        text text,
        confidence integer not null,
        is_checked boolean not null,
        primary key (reading_id, position)
      )`,
    ]),
};
