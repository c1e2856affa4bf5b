import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * Products, plans, orders and payments. An order copies its product's data, because a product may change or be
 * deleted.
 */
export const shop: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists products (
        id integer primary key,
        item_id integer not null references items (id) on delete cascade,
        episode_id integer references episodes (id) on delete cascade,
        name text not null,
        kind text not null check (kind in ('rental', 'own')),
        rental_hours integer,
        price integer not null,
        "position" integer not null,
        check ((rental_hours is not null) = (kind = 'rental'))
      )`,
      `create index if not exists products_of_item on products (item_id, "position")`,
      `create table if not exists plans (
        id integer primary key,
        plan text not null check (plan in ('basic', 'premium')),
        name text not null,
        price integer not null,
        days integer not null,
        "position" integer not null
      )`,
      `create table if not exists orders (
        account_id uuid not null references accounts (id) on delete cascade,
        id uuid not null,
        profile_id uuid not null,
        product_id integer,
        item_id integer,
        episode_id integer,
        name text not null,
        kind text not null check (kind in ('rental', 'own', 'membership')),
        rental_hours integer,
        price integer not null,
        status text not null check (status in ('pending', 'paid', 'cancelled', 'refunded')),
        created_at timestamptz not null,
        expires_at timestamptz not null,
        settled_at timestamptz,
        right_expires_at timestamptz,
        plan_id integer,
        plan text,
        days integer,
        right_starts_at timestamptz,
        plan_before text,
        refunded_at timestamptz,
        refund_reason text,
        primary key (account_id, id),
        constraint orders_of_one_thing_check check (
          case when kind = 'membership'
            then plan_id is not null and plan is not null and days is not null and item_id is null
            else product_id is not null and item_id is not null
          end)
      )`,
      `create index if not exists orders_by_payment on orders (settled_at) where status in ('paid', 'refunded')`,
      `create index if not exists orders_of_item on orders (account_id, item_id)`,
      `create index if not exists orders_over on orders (right_expires_at) where right_expires_at is not null`,
      `create index if not exists orders_unpaid on orders (expires_at) where status in ('pending', 'cancelled')`,
      `create table if not exists payments (
        account_id uuid not null,
        order_id uuid not null,
        price integer not null,
        provider_id text,
        state text not null check (state in ('open', 'paid', 'cancelled', 'refunded')),
        refund text check (refund in ('due', 'done')),
        problem text check (problem in ('price', 'state', 'refund')),
        tries integer not null,
        next_at timestamptz,
        told_at timestamptz,
        created_at timestamptz not null,
        primary key (account_id, order_id)
      )`,
      `create index if not exists payments_by_age on payments (created_at)`,
      `create index if not exists payments_due on payments (next_at) where next_at is not null`,
      `create index if not exists payments_with_problem on payments (account_id) where problem is not null`,
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
      `create table if not exists sale_hours (
        hour timestamptz primary key,
        cnt_sign_up integer not null,
        cnt_order integer not null,
        won bigint not null
      )`,
    ]),
};
