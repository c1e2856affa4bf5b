import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Fingerprints of clips, and the openings and endings that were found with them. */
export const foundMarks: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists found_marks (
        clip_id text primary key references clips (id) on delete cascade,
        fingerprint text not null,
        intro jsonb,
        outro jsonb,
        is_intro_decided boolean not null,
        is_outro_decided boolean not null
      )`,
    ]),
};
