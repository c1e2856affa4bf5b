import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Lets the server end a play log whose life is over: state `expired`, with `ended_at` = `expires_at`. */
export const expiredPlayLogs: Migration = {
  up: (db) =>
    run(db, [
      `alter table play_logs drop constraint if exists play_logs_state_check`,
      `alter table play_logs add constraint play_logs_state_check
        check (state in ('active', 'superseded', 'left', 'deactivated', 'expired'))`,
    ]),
};
