import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Devices end when nobody has used them for long; finding those needs no look at the others. */
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
