import type { Migration } from 'kysely';
import { run } from './run.ts';

/**
 * What the payment provider said about orders, and when to ask it again. Without foreign keys: a payment stays when its
 * order is erased, because money may still have to go back.
 */
export const payments: Migration = {
  up: (db) =>
    run(db, [
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
      `create index if not exists payments_due on payments (next_at) where next_at is not null`,
      `create index if not exists payments_with_problem on payments (account_id) where problem is not null`,
      `create index if not exists payments_by_age on payments (created_at)`,
    ]),
};
