import type { Migration } from 'kysely';
import { run } from './run.ts';

/** When the member of a session last gave a code. */
export const confirmedSessions: Migration = {
  up: (db) => run(db, [`alter table staff_sessions add column if not exists confirmed_at timestamptz`]),
};
