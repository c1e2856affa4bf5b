import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Which device a code let in, and when: an answer that was lost on its way can be given again. */
export const deviceTokenRepeats: Migration = {
  up: (db) =>
    run(db, [
      `alter table device_authorizations add column device_session_id uuid, add column handed_over_at timestamptz`,
    ]),
};
