import type { Migration } from 'kysely';
import { run } from './run.ts';

/** The network a television asks from, for the phone that lets it in. Unknown for requests made before. */
export const deviceAuthorizationOrigin: Migration = {
  up: (db) => run(db, [`alter table device_authorizations add column requested_from text`]),
};
