import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Keys of protected clips, sealed with a secret that is not in the database. */
export const clipKeys: Migration = {
  up: (db) =>
    run(db, [
      // Made with the job, before the clip is in the catalogue, and kept as long as the clip's files.
      `create table if not exists clip_keys (
        clip_id text primary key,
        key_id text not null,
        scheme text not null,
        sealed_key text not null
      )`,
    ]),
};
