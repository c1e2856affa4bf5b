import type { Migration } from 'kysely';
import { run } from './run.ts';

/** What own clips were made of, so that a file is known again after it was renamed or moved. */
export const mediaContents: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists media_contents (
        clip_id text primary key,
        hash text not null,
        source text not null,
        added_at timestamptz not null
      )`,
      `create index if not exists media_contents_by_hash on media_contents (hash)`,
    ]),
};
