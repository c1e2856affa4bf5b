import type { Migration } from 'kysely';
import { run } from './run.ts';

/** The device signed in by a code, and when: a lost answer can be repeated. */
export const deviceTokenRepeats: Migration = {
  up: (db) =>
    run(db, [
      `alter table device_authorizations add column device_session_id uuid, add column handed_over_at timestamptz`,
    ]),
};
