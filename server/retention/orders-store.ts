import { sql } from 'kysely';
import { koreanDate } from '../lib/korean-time.ts';
import { oldRows, type Retention } from './rows-store.ts';

/** What was sold, or given. */
export const orderRows: readonly Retention[] = [
  oldRows({
    table: 'orders',
    lifetime: '30 days after it ran out unpaid',
    why: 'support can answer questions about it',
    days: 30,
    key: ['account_id', 'id'],
    isOld: (before) => sql`status in ('pending', 'cancelled') and right_expires_at is null and expires_at < ${before}`,
  }),
  oldRows({
    table: 'orders',
    lifetime: 'paid: 5 years after the right ended',
    why: 'e-commerce act of Korea; what was bought to keep stays',
    days: 5 * 366,
    key: ['account_id', 'id'],
    isOld: (before) => sql`right_expires_at < ${before}`,
  }),
  oldRows({
    table: 'payments',
    lifetime: '5 years',
    why: 'as paid orders: what the payment provider said; one with money to move stays',
    days: 5 * 366,
    key: ['account_id', 'order_id'],
    isOld: (before) => sql`created_at < ${before} and next_at is null and refund is distinct from 'due'`,
  }),
  oldRows({
    table: 'membership_changes',
    lifetime: '5 years',
    why: 'as paid orders: support can explain a membership that nobody paid for',
    days: 5 * 366,
    key: ['account_id', 'id'],
    isOld: (before) => sql`changed_at < ${before}`,
  }),
  oldRows({
    table: 'voucher_uses',
    lifetime: '2 years',
    why: 'a code lives for a year, and is good once for an account',
    days: 2 * 366,
    key: ['account_id', 'voucher_id'],
    isOld: (before) => sql`used_at < ${before}`,
  }),
  oldRows({
    table: 'vouchers',
    lifetime: '2 years',
    why: 'operators look up what a code gave; it can be redeemed for a year at most',
    days: 2 * 366,
    key: ['id'],
    isOld: (before) => sql`created_at < ${before}`,
  }),
  oldRows({
    table: 'kept_orders',
    lifetime: '5 years after payment or refund',
    why: 'e-commerce act of Korea; paid orders of erased accounts, without the person',
    days: 5 * 366,
    key: ['id'],
    isOld: (before) => sql`coalesce(refunded_at, settled_at) < ${before}`,
  }),
  oldRows({
    table: 'sale_days',
    lifetime: '5 years',
    why: 'as paid orders: what was sold by day, without accounts',
    days: 5 * 366,
    key: ['day', 'kind', 'id'],
    isOld: (before) => sql`day < ${koreanDate(before)}`,
  }),
];
