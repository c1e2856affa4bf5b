import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Products and orders. An order copies its product's data, because a product may change or be deleted. */
export const shop: Migration = {
  up: (db) =>
    run(db, [
      `alter table episodes drop constraint episodes_access_check`,
      `alter table episodes add constraint episodes_access_check
        check (access in ('free', 'avod', 'membership', 'purchase'))`,
      `create table products (
        id integer primary key,
        item_id integer not null references items (id) on delete cascade,
        episode_id integer references episodes (id) on delete cascade,
        name text not null,
        kind text not null check (kind in ('rental', 'own')),
        rental_hours integer check ((rental_hours is not null) = (kind = 'rental')),
        price integer not null,
        position integer not null
      )`,
      `create index products_of_item on products (item_id, position)`,
      `create table orders (
        account_id uuid not null references accounts (id) on delete cascade,
        id uuid not null,
        profile_id uuid not null,
        product_id integer not null,
        item_id integer not null,
        episode_id integer,
        name text not null,
        kind text not null check (kind in ('rental', 'own')),
        rental_hours integer,
        price integer not null,
        status text not null check (status in ('pending', 'paid', 'cancelled')),
        created_at timestamptz not null,
        expires_at timestamptz not null,
        settled_at timestamptz,
        right_expires_at timestamptz,
        primary key (account_id, id)
      )`,
      `create index orders_of_item on orders (account_id, item_id)`,
      // The phone page knows only the order's id.
      `create index orders_by_id on orders (id)`,
    ]),
};
