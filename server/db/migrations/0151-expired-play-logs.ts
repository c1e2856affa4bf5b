import type { Migration } from 'kysely';
import { run } from './run.ts';

/** A state for expired play logs, and an index to find those that have not been ended yet. */
export const expiredPlayLogs: Migration = {
  up: (db) =>
    run(db, [
      `alter table play_logs drop constraint if exists play_logs_state_check`,
      `alter table play_logs add constraint play_logs_state_check
        check (state in ('active', 'superseded', 'left', 'deactivated', 'expired'))`,
      // A report changes neither column, so it still writes no index.
      `create index play_logs_to_expire on play_logs (expires_at) where state in ('active', 'superseded')`,
    ]),
};
