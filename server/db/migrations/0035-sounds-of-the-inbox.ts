import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Files of sound in the inbox, which become sounds of videos that there are. */
export const soundsOfTheInbox: Migration = {
  up: (db) =>
    run(db, [
      `alter table inbox_files drop constraint if exists inbox_files_kind_check`,
      `alter table inbox_files add constraint inbox_files_kind_check
        check (kind in ('video', 'sound', 'subtitle', 'picture', 'metadata'))`,
    ]),
};
