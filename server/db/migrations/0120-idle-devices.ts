import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Index for finding devices that are idle for 180 days. */
export const idleDevices: Migration = {
  up: (db) =>
    run(db, [
      `create index device_sessions_seen on device_sessions (last_seen_at)`,
      // Earlier releases recorded only sign-in and profile choice. Other devices in use get ninety days in which their
      // next call is recorded.
      `update device_sessions set last_seen_at = now() - interval '90 days'
        where revoked_at is null and last_seen_at < now() - interval '90 days'`,
    ]),
};
