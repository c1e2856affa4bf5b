import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Plans, orders of plans beside those of products, refunds, and what support did. Each statement can be repeated,
 * because an engine without transactional DDL may stop between two.
 */
export const memberships: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists plans (
        id integer primary key,
        plan text not null check (plan in ('basic', 'premium')),
        name text not null,
        price integer not null,
        days integer not null,
        position integer not null
      )`,
      `alter table orders alter column product_id drop not null, alter column item_id drop not null,
        add column if not exists plan_id integer, add column if not exists plan text,
        add column if not exists days integer, add column if not exists right_starts_at timestamptz,
        add column if not exists plan_before text, add column if not exists refunded_at timestamptz,
        add column if not exists refund_reason text`,
      `alter table orders drop constraint if exists orders_kind_check`,
      `alter table orders add constraint orders_kind_check check (kind in ('rental', 'own', 'membership'))`,
      `alter table orders drop constraint if exists orders_status_check`,
      `alter table orders add constraint orders_status_check
        check (status in ('pending', 'paid', 'cancelled', 'refunded'))`,
      `alter table orders drop constraint if exists orders_of_one_thing_check`,
      `alter table orders add constraint orders_of_one_thing_check check (case when kind = 'membership'
        then plan_id is not null and plan is not null and days is not null and item_id is null
        else product_id is not null and item_id is not null end)`,
      `create table if not exists membership_changes (
        account_id uuid not null references accounts (id) on delete cascade,
        id uuid not null,
        kind text not null check (kind in ('give', 'extend', 'end')),
        plan text,
        days integer,
        reason text not null,
        changed_at timestamptz not null,
        ends_at timestamptz,
        primary key (account_id, id)
      )`,
      `create index if not exists membership_changes_by_age on membership_changes (changed_at)`,
    ]),
};
