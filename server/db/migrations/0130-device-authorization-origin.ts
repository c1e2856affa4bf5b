import type { Migration } from 'kysely';
import { run } from './run.ts';

/** The network of the requesting television, shown to the phone that approves it. Null for older requests. */
export const deviceAuthorizationOrigin: Migration = {
  up: (db) => run(db, [`alter table device_authorizations add column requested_from text`]),
};
