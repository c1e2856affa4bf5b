import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Indexes for finding old rows without scanning tables. */
export const retention: Migration = {
  up: (db) =>
    run(db, [
      `create index if not exists rate_limits_by_end on rate_limits (resets_at)`,
      `create index if not exists email_codes_by_end on email_codes (expires_at)`,
      `create index if not exists password_resets_by_end on password_resets (expires_at)`,
      `create index if not exists device_authorizations_by_end on device_authorizations (expires_at)`,
      `create index if not exists device_sessions_revoked on device_sessions (revoked_at) where revoked_at is not null`,
      `create index if not exists orders_unpaid on orders (expires_at) where status in ('pending', 'cancelled')`,
      `create index if not exists orders_over on orders (right_expires_at) where right_expires_at is not null`,
    ]),
};
