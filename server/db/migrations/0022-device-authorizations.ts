import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Televisions that wait for approval on a phone (RFC 8628). */
export const deviceAuthorizations: Migration = {
  up: (db) =>
    run(db, [
      `create table device_authorizations (
        device_code_hash text primary key,
        user_code text not null unique,
        platform text not null check (platform in ('tizen', 'webos', 'web')),
        model text,
        name text,
        state text not null check (state in ('pending', 'approved', 'denied', 'used')),
        account_id uuid references accounts (id) on delete cascade,
        poll_interval integer not null,
        polled_at timestamptz,
        created_at timestamptz not null,
        expires_at timestamptz not null
      ) with (fillfactor = 80)`,
      `create index device_authorizations_of_account on device_authorizations (account_id) where account_id is not null`,
    ]),
};
