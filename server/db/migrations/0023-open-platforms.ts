import type { Migration } from 'kysely';
import { run } from './run.ts';

/** The contract checks the kinds of devices at the edge: a new kind needs no change of the database. */
export const openPlatforms: Migration = {
  up: (db) =>
    run(db, [
      `alter table device_sessions drop constraint if exists device_sessions_platform_check`,
      `alter table device_authorizations drop constraint if exists device_authorizations_platform_check`,
      `alter table play_logs drop constraint if exists play_logs_device_check`,
    ]),
};
