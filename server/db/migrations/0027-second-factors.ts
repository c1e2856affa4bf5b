import type { Migration } from 'kysely';
import { run } from './run.ts';

/** What a sign-in on a new device needs besides the password, and the devices that are not new. */
export const secondFactors: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists second_factors (
        account_id uuid primary key references accounts (id) on delete cascade,
        method text not null check (method in ('none', 'mail', 'authenticator')),
        secret text,
        last_step integer,
        begun_method text check (begun_method in ('mail', 'authenticator')),
        begun_secret text,
        begun_until timestamptz,
        code_for text check (code_for in ('begin', 'sign-in')),
        code_hash text,
        code_expires_at timestamptz,
        code_tries integer not null default 0
      )`,
      `create table if not exists remembered_devices (
        account_id uuid not null references accounts (id) on delete cascade,
        key_hash text not null,
        device_session_id uuid not null,
        last_used_at timestamptz not null,
        primary key (account_id, key_hash)
      )`,
      `create index if not exists remembered_devices_by_age on remembered_devices (last_used_at)`,
    ]),
};
