import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Codes that prove access to a mailbox: for sign-up, e-mail confirmation and password resets. */
export const codes: Migration = {
  up: (db) =>
    run(db, [
      `create table email_codes (
        email text primary key,
        code_hash text not null,
        tries integer not null,
        created_at timestamptz not null,
        expires_at timestamptz not null
      ) with (fillfactor = 80)`,
      `create table password_resets (
        account_id uuid not null references accounts (id) on delete cascade,
        id uuid not null,
        token_hash text not null unique,
        code_hash text not null unique,
        created_at timestamptz not null,
        expires_at timestamptz not null,
        used_at timestamptz,
        primary key (account_id, id)
      )`,
    ]),
};
