import type { RecordChange } from '#server/staff/audit/record.ts';
import { findAccountById } from '../accounts/index.ts';
import type { Limits } from '../accounts/limits/limits.ts';
import type { Connection, Transact } from '../db/open.ts';
import { MissingError, RefusedError } from '../lib/refused-error.ts';
import type { Outbox } from '../mail/outbox.ts';
import { referenceOf } from './order-references.ts';
import { findBoughtTitles } from './order-titles-store.ts';
import { findPayment } from './payments-store.ts';
import { findOrder } from './store.ts';

/** Mails to one account, so that nobody fills a mailbox with them. */
const receipts = { count: 5, windowSeconds: 3600 };
const LIVES_SECONDS = 24 * 3600;

export interface Receipts {
  /**
   * Mails the account what was paid for an order.
   * @throws MissingError, RefusedError, TOO_MANY_REQUESTS
   */
  send(account: { id: string }, orderId: string): Promise<void>;
}

export function createReceipts(options: {
  db: Connection;
  transact: Transact;
  limits: Pick<Limits, 'take'>;
  outbox: Pick<Outbox, 'put' | 'wake'>;
  record: RecordChange;
}): Receipts {
  const { db, transact, limits, outbox, record } = options;
  return {
    async send({ id }, orderId) {
      const account = await findAccountById(db, id);
      const order = await findOrder(db, id, orderId);
      if (!account || !order) throw new MissingError('There is no such order.', '없는 주문이에요.');
      const { settled_at: paidAt, refunded_at: refundedAt, status, name, price } = order;
      if ((status !== 'paid' && status !== 'refunded') || paidAt === null)
        throw new RefusedError('The order is not paid.', '결제하지 않은 주문이라 영수증이 없어요.');
      await limits.take([{ key: `staff-receipt:${id}`, ...receipts }]);
      const title = (await findBoughtTitles(db, [order]))(order);
      const payment = await findPayment(db, { account_id: id, order_id: orderId });
      await transact(async (tx) => {
        await outbox.put(tx, {
          kind: 'receipt',
          to: account.email,
          content: {
            kind: 'receipt',
            name,
            title,
            price,
            paidAt: paidAt.toISOString(),
            refundedAt: refundedAt?.toISOString() ?? null,
            paymentId: payment?.provider_id ?? null,
          },
          livesSeconds: LIVES_SECONDS,
        });
        await record(tx, {
          action: 'order.receipt',
          subject: { kind: 'order', id: referenceOf(order) },
          before: null,
          after: { account_id: id, name, price },
        });
      });
      outbox.wake();
    },
  };
}
