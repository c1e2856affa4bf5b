import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Index for finding devices that are idle for 180 days. */
export const idleDevices: Migration = {
  up: (db) =>
    run(db, [
      `create index device_sessions_seen on device_sessions (last_seen_at)`,
      // Earlier releases noted sign-in and the choice of a profile only. A device that was in use without either gets
      // ninety days in which its next call is noted.
      `update device_sessions set last_seen_at = now() - interval '90 days'
        where revoked_at is null and last_seen_at < now() - interval '90 days'`,
    ]),
};
