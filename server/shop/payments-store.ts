import type { Insertable } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { OrderRow, PaymentRow, PaymentsTable } from '../db/tables.ts';

/** The order of a payment. */
export type PaymentKey = Pick<PaymentRow, 'account_id' | 'order_id'>;

const selectPayment = (db: Connection, { account_id: accountId, order_id: orderId }: PaymentKey) =>
  db.selectFrom('payments').selectAll().where('account_id', '=', accountId).where('order_id', '=', orderId);

export const findPayment = (db: Connection, key: PaymentKey): Promise<PaymentRow | undefined> =>
  selectPayment(db, key).executeTakeFirst();

export const lockPayment = (tx: Connection, key: PaymentKey): Promise<PaymentRow | undefined> =>
  selectPayment(tx, key).forUpdate().executeTakeFirst();

/** Payments of some orders of an account. */
export const listPayments = (db: Connection, accountId: string, orderIds: readonly string[]): Promise<PaymentRow[]> =>
  orderIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('payments')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('order_id', 'in', orderIds)
        .execute();

/** Records a payment before the provider is called; a payment that is already recorded is polled again soon. */
export async function notePayment(
  db: Connection,
  payment: Insertable<PaymentsTable> & { next_at: Date },
): Promise<void> {
  await db
    .insertInto('payments')
    .values(payment)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'order_id'])
        .doUpdateSet({ tries: 0, next_at: payment.next_at })
        .where('payments.account_id', '=', payment.account_id)
        .where('payments.state', '=', 'open')
        .where('payments.refund', 'is', null),
    )
    .execute();
}

type Changes = Partial<Omit<PaymentsTable, 'account_id' | 'order_id' | 'created_at'>>;

export async function changePayment(
  db: Connection,
  { account_id: accountId, order_id: orderId }: PaymentKey,
  changes: Changes,
): Promise<void> {
  await db
    .updateTable('payments')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('order_id', '=', orderId)
    .execute();
}

/** Changes a payment unless its state or its refund has changed since it was read, while the provider was asked. */
export async function changeUnmoved(
  db: Connection,
  { account_id: accountId, order_id: orderId, state, refund }: PaymentRow,
  changes: Changes,
): Promise<void> {
  await db
    .updateTable('payments')
    .set(changes)
    .where('account_id', '=', accountId)
    .where('order_id', '=', orderId)
    .where('state', '=', state)
    .where('refund', 'is not distinct from', refund)
    .execute();
}

/** Wants the money of an order to go back; changes nothing for an order without a payment. */
export async function wantRefund(tx: Connection, { account_id: accountId, id }: OrderRow, now: Date): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ refund: 'due', tries: 0, next_at: now })
    .where('account_id', '=', accountId)
    .where('order_id', '=', id)
    .where('refund', 'is', null)
    .where('state', '=', 'paid')
    .execute();
}

/** Payments about which the provider is to be asked now, those that wait longest first. */
export const listDuePayments = (db: Connection, now: Date, limit: number): Promise<PaymentRow[]> =>
  db.selectFrom('payments').selectAll().where('next_at', '<=', now).orderBy('next_at').limit(limit).execute();

/**
 * Plans the next question before this one is asked, so that a process that is killed delays a payment and never loses it.
 *
 * @returns false when another worker was faster, or the payment changed.
 */
export async function planNext(
  db: Connection,
  { account_id: accountId, order_id: orderId, next_at: seen, tries }: PaymentRow & { next_at: Date },
  nextAt: Date | null,
): Promise<boolean> {
  const planned = await db
    .updateTable('payments')
    .set({ tries: tries + 1, next_at: nextAt })
    .where('account_id', '=', accountId)
    .where('order_id', '=', orderId)
    .where('next_at', '=', seen)
    .returning('order_id')
    .executeTakeFirst();
  return planned !== undefined;
}

/** Whether a later order of the same plan was paid. */
export async function hasLaterPaid(tx: Connection, order: OrderRow): Promise<boolean> {
  const later = await tx
    .selectFrom('orders')
    .select('id')
    .where('account_id', '=', order.account_id)
    .where('plan_id', '=', order.plan_id)
    .where('status', '=', 'paid')
    .where('created_at', '>', order.created_at)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}
