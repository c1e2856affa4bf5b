import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Files with all that is stored about an account, and what is kept of accounts whose owners left. */
export const leaving: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists account_exports (
        id uuid primary key,
        account_id uuid not null,
        requested_at timestamptz not null,
        file_id uuid,
        token_hash text unique,
        expires_at timestamptz
      )`,
      `create index if not exists account_exports_of_account on account_exports (account_id)`,
      `create table if not exists account_export_parts (
        account_id uuid not null references accounts (id) on delete cascade,
        file_id uuid not null,
        part integer not null,
        body text not null,
        primary key (account_id, file_id, part)
      )`,
      `create table if not exists erasures (
        account_id uuid primary key,
        email_hash text not null,
        left_at timestamptz not null
      )`,
      `create table if not exists kept_orders (
        id uuid primary key,
        name text not null,
        kind text not null,
        price integer not null,
        status text not null check (status in ('paid', 'refunded')),
        created_at timestamptz not null,
        settled_at timestamptz not null,
        refunded_at timestamptz
      )`,
      `create index if not exists kept_orders_by_age on kept_orders (COALESCE(refunded_at, settled_at))`,
    ]),
};
