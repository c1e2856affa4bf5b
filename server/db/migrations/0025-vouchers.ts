import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Codes for days of a membership or a discount, and who has redeemed them. */
export const vouchers: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists vouchers (
        id uuid primary key,
        code text not null unique,
        name text not null,
        plan text check (plan in ('basic', 'premium')),
        days integer,
        percent integer check (percent between 1 and 90),
        max_uses integer not null,
        cnt_used integer not null,
        is_paused boolean not null,
        ends_at timestamptz not null,
        created_at timestamptz not null,
        check ((percent is null) = (plan is not null and days is not null))
      )`,
      `create index if not exists vouchers_by_age on vouchers (created_at)`,
      `create table if not exists voucher_uses (
        account_id uuid not null references accounts (id) on delete cascade,
        voucher_id uuid not null,
        used_at timestamptz not null,
        percent integer,
        expires_at timestamptz,
        order_id uuid,
        primary key (account_id, voucher_id)
      )`,
      `create index if not exists voucher_uses_by_voucher on voucher_uses (voucher_id, used_at)`,
      `create index if not exists voucher_uses_by_age on voucher_uses (used_at)`,
      `alter table orders add column if not exists voucher_id uuid`,
    ]),
};
