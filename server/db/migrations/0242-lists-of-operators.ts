import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Indexes for lists of the console: requests counted by title without reading their rows, and the audit log by action. */
export const listsOfOperators: Migration = {
  up: (db) =>
    run(db, [
      `create index if not exists item_requests_counted on item_requests (item_id, created_at, status)`,
      `create index if not exists audit_log_of_action on audit_log (action, at)`,
    ]),
};
