import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import { koreanDate } from '../lib/korean-time.ts';
import { removeRows } from './rows-store.ts';

const orders = { table: 'orders', key: ['account_id', 'id'] } as const;

/** Unpaid orders. */
export const removeUnpaidOrders = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(
    db,
    {
      ...orders,
      isOld: sql`status in ('pending', 'cancelled') and right_expires_at is null and expires_at < ${before}`,
    },
    limit,
  );

/** Paid orders whose right ended before an instant; permanent rights never end. */
export const removeOverOrders = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(db, { ...orders, isOld: sql`right_expires_at < ${before}` }, limit);

/** Settled payments, which are no longer polled. */
export const removeOldPayments = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(
    db,
    {
      table: 'payments',
      key: ['account_id', 'order_id'],
      isOld: sql`created_at < ${before} and next_at is null and refund is distinct from 'due'`,
    },
    limit,
  );

/** Removes stored orders of erased accounts. */
export const removeKeptOrders = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(
    db,
    { table: 'kept_orders', key: ['id'], isOld: sql`coalesce(refunded_at, settled_at) < ${before}` },
    limit,
  );

export const removeMembershipChanges = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(db, { table: 'membership_changes', key: ['account_id', 'id'], isOld: sql`changed_at < ${before}` }, limit);

export const removeVoucherUses = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(db, { table: 'voucher_uses', key: ['account_id', 'voucher_id'], isOld: sql`used_at < ${before}` }, limit);

export const removeSaleDays = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(db, { table: 'sale_days', key: ['day', 'kind', 'id'], isOld: sql`day < ${koreanDate(before)}` }, limit);

export const removeVouchers = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(db, { table: 'vouchers', key: ['id'], isOld: sql`created_at < ${before}` }, limit);
