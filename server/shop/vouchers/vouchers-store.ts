import { sql, type Insertable } from 'kysely';
import type { Connection } from '../../db/open.ts';
import type { OrderRow, VoucherRow, VouchersTable, VoucherUseRow } from '../../db/tables.ts';

const isWanted = (keyword = '') => {
  const wanted = keyword.normalize('NFC').trim().toLowerCase();
  const code = wanted.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return wanted === ''
    ? sql<boolean>`true`
    : sql<boolean>`(position(${wanted} in lower(name)) > 0 or (${code} <> '' and starts_with(code, ${code})))`;
};

export const listVoucherRows = (
  db: Connection,
  { keyword, limit, offset }: { keyword?: string | undefined; limit: number; offset: number },
): Promise<VoucherRow[]> =>
  db
    .selectFrom('vouchers')
    .selectAll()
    .where(isWanted(keyword))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();

export async function countVouchers(db: Connection, keyword: string | undefined): Promise<number> {
  const { cnt } = await db
    .selectFrom('vouchers')
    .select(sql<number>`count(*)::int`.as('cnt'))
    .where(isWanted(keyword))
    .executeTakeFirstOrThrow();
  return cnt;
}

export const findVoucher = (db: Connection, id: string): Promise<VoucherRow | undefined> =>
  db.selectFrom('vouchers').selectAll().where('id', '=', id).executeTakeFirst();

export const lockVoucher = (tx: Connection, id: string): Promise<VoucherRow | undefined> =>
  tx.selectFrom('vouchers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function insertVoucher(tx: Connection, row: Insertable<VouchersTable>): Promise<void> {
  await tx.insertInto('vouchers').values(row).execute();
}

export async function updateVoucher(
  tx: Connection,
  id: string,
  limits: Pick<VoucherRow, 'name' | 'max_uses' | 'is_paused' | 'ends_at'>,
): Promise<void> {
  await tx.updateTable('vouchers').set(limits).where('id', '=', id).execute();
}

/** Counts one more use of a code that may be redeemed now. Concurrent calls wait here. */
export const takeVoucher = (tx: Connection, code: string, now: Date): Promise<VoucherRow | undefined> =>
  tx
    .updateTable('vouchers')
    .set((eb) => ({ cnt_used: eb('cnt_used', '+', 1) }))
    .where('code', '=', code)
    .where('is_paused', '=', false)
    .where('ends_at', '>', now)
    .whereRef('cnt_used', '<', 'max_uses')
    .returningAll()
    .executeTakeFirst();

/** @returns false when the account has redeemed the code before */
export async function insertUse(tx: Connection, use: VoucherUseRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('voucher_uses')
    .values(use)
    .onConflict((conflict) => conflict.columns(['account_id', 'voucher_id']).doNothing())
    .returning('voucher_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The largest discount that waits for an order of the account. */
export const findDiscount = (
  db: Connection,
  accountId: string,
  now: Date,
): Promise<(VoucherUseRow & { percent: number }) | undefined> =>
  db
    .selectFrom('voucher_uses')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('order_id', 'is', null)
    .where('percent', 'is not', null)
    .where('expires_at', '>', now)
    .orderBy('percent', 'desc')
    .orderBy('used_at')
    .$narrowType<{ percent: number }>()
    .executeTakeFirst();

export async function noteOrder(tx: Connection, accountId: string, voucherId: string, orderId: string): Promise<void> {
  await tx
    .updateTable('voucher_uses')
    .set({ order_id: orderId })
    .where('account_id', '=', accountId)
    .where('voucher_id', '=', voucherId)
    .where('order_id', 'is', null)
    .execute();
}

/** Whether another order was paid with the discount of this one. Call it under the lock of the account. */
export async function isDiscountUsed(tx: Connection, order: OrderRow): Promise<boolean> {
  if (order.voucher_id === null) return false;
  const other = await tx
    .selectFrom('voucher_uses')
    .select('order_id')
    .where('account_id', '=', order.account_id)
    .where('voucher_id', '=', order.voucher_id)
    .where('order_id', '!=', order.id)
    .executeTakeFirst();
  return other !== undefined;
}

/** Cancels unpaid orders that count on the same discount: it is good for one. */
export async function cancelDiscounted(
  tx: Connection,
  { accountId, voucherId, now }: { accountId: string; voucherId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: 'cancelled', settled_at: now })
    .where('account_id', '=', accountId)
    .where('voucher_id', '=', voucherId)
    .where('status', '=', 'pending')
    .execute();
}

export const listUses = (
  db: Connection,
  voucherId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<(VoucherUseRow & { email: string })[]> =>
  db
    .selectFrom('voucher_uses')
    .innerJoin('accounts', 'accounts.id', 'voucher_uses.account_id')
    .selectAll('voucher_uses')
    .select('accounts.email')
    .where('voucher_id', '=', voucherId)
    .orderBy('used_at', 'desc')
    .orderBy('voucher_uses.account_id')
    .limit(limit)
    .offset(offset)
    .execute();

export async function countUses(db: Connection, voucherId: string): Promise<number> {
  const { cnt } = await db
    .selectFrom('voucher_uses')
    .select(sql<number>`count(*)::int`.as('cnt'))
    .where('voucher_id', '=', voucherId)
    .executeTakeFirstOrThrow();
  return cnt;
}
