import type { Migration } from 'kysely';
import { run } from './run.ts';

/** What was sold by day in Korea, in sums that name no account. The id 0 is orders of erased accounts. */
export const sales: Migration = {
  up: (db) =>
    run(db, [
      `create table if not exists sale_days (
        day text not null,
        kind text not null check (kind in ('title', 'plan')),
        id integer not null,
        name text not null,
        cnt_order integer not null,
        won bigint not null,
        cnt_refund integer not null,
        won_refunded bigint not null,
        primary key (day, kind, id)
      )`,
      `create index if not exists orders_refunded on orders (refunded_at) where status = 'refunded'`,
      `create index if not exists kept_orders_by_payment on kept_orders (settled_at)`,
      `create index if not exists kept_orders_refunded on kept_orders (refunded_at) where refunded_at is not null`,
    ]),
};
