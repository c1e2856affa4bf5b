import type { SupportedOrder } from '#contract/console/accounts.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { OrderRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import { MissingError, RefusedError } from '../lib/refused-error.ts';
import { PaymentRefusedError, PaymentUnavailableError } from '../providers/payment.ts';
import { findBoughtTitles } from './order-titles-store.ts';
import { findReference, parseReference, referenceOf } from './order-references.ts';
import { findPayment, listPayments, wantRefund, type PaymentKey } from './payments-store.ts';
import { presentSupported, showOrder, type ShownOrder } from './present-support.ts';
import { endRight, type EndUncovered } from './refunding.ts';
import { countOrderRows, findOrder, listOrderPage, listOrderRows } from './store.ts';
import {
  checkSeen,
  createAccountOf,
  createMembershipOperations,
  lockMembership,
  type MembershipOperations,
  type Seen,
} from './support-memberships.ts';

type Refund = Seen & {
  reason: string;
  /** Throws for a price that the operator may not refund now. */
  checkPrice?(price: number, tx: Connection): Promise<void>;
};

/** Support's operations for a viewer. Each method throws RefusedError with the reason for the operator. */
export interface SupportOperations extends MembershipOperations {
  /** @param keyword an e-mail address, or text with what support calls an order, such as the address of its checkout. */
  findAccount(keyword: string): Promise<{ id: string }>;
  listOrders(email: string): Promise<ShownOrder[]>;
  /** A part of the orders of an account, the newest first, and how many there are. */
  pageOrders(
    account: { id: string },
    part: { limit: number; offset: number },
  ): Promise<{ count: number; results: SupportedOrder[] }>;
  /**
   * Ends the right of a paid order now, also for playbacks; the worker has the provider pay the money back. Repeated, it
   * changes nothing.
   */
  refundOrder(order: string, refund: { reason: string }): Promise<ShownOrder & { was_refunded: boolean }>;
  /** The same for an order of an account; another operator's refund before this one is a refusal. */
  refundOrderOf(account: { id: string }, orderId: string, refund: Refund): Promise<SupportedOrder>;
  /** Asks the payment provider about an order now, or repeats its refund. */
  checkOrderOf(account: { id: string }, orderId: string): Promise<SupportedOrder>;
}

/** A payment in the audit log. */
const paymentState = ({ status, payment }: SupportedOrder) => ({
  status,
  payment: payment && { state: payment.state, refund: payment.refund, problem: payment.problem },
});

export function createSupportOperations(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  endUncovered: EndUncovered;
  record: RecordChange;
  /** Asks the provider about a payment. Undefined where none is configured, and for commands. */
  checkPayment?: ((key: PaymentKey) => Promise<void>) | undefined;
}): SupportOperations {
  const { db, transact, clock, endUncovered, record, checkPayment } = options;
  const accountOf = createAccountOf(db);
  const hasProvider = checkPayment !== undefined;

  /** Ends the right of a paid order; does nothing if it was refunded before. */
  const refund = (
    key: Pick<OrderRow, 'account_id' | 'id'>,
    { reason, version, checkPrice }: Refund,
  ): Promise<{ order: OrderRow; wasRefunded: boolean }> =>
    transact(async (tx) => {
      const reference = referenceOf(key);
      const now = clock.now();
      const membership = await lockMembership(tx, key.account_id, now);
      const order = await findOrder(tx, key.account_id, key.id);
      if (!order) throw new MissingError(`There is no order ${reference}.`, '없는 주문이에요.');
      if (order.status === 'refunded') return { order, wasRefunded: true };
      if (order.status !== 'paid')
        throw new RefusedError(`The order ${reference} is not paid.`, '결제하지 않은 주문이라 환불할 것이 없어요.');
      await checkPrice?.(order.price, tx);
      // A refund of another order does not depend on the membership.
      if (order.kind === 'membership') checkSeen(membership, version);
      await endRight(tx, order, { membership, now, reason, record, endUncovered });
      await wantRefund(tx, order, now);
      return { order: (await findOrder(tx, order.account_id, order.id)) ?? order, wasRefunded: false };
    });

  const present = async (order: OrderRow): Promise<SupportedOrder> =>
    presentSupported(order, {
      title: (await findBoughtTitles(db, [order]))(order),
      payment: await findPayment(db, { account_id: order.account_id, order_id: order.id }),
      hasProvider,
      now: clock.now(),
    });

  return {
    ...createMembershipOperations(options),

    async findAccount(keyword) {
      const key = findReference(keyword);
      if (key === undefined) return { id: (await accountOf(keyword.trim().toLowerCase())).id };
      if (await findOrder(db, key.account_id, key.id)) return { id: key.account_id };
      throw new MissingError('There is no such order.', '이 주문을 찾지 못했어요.');
    },

    async listOrders(email) {
      const account = await accountOf(email);
      return (await listOrderRows(db, account.id)).map(showOrder);
    },

    async pageOrders({ id }, part) {
      const account = await accountOf({ id });
      const now = clock.now();
      const [count, rows] = [await countOrderRows(db, account.id), await listOrderPage(db, account.id, part)];
      const payments = await listPayments(
        db,
        account.id,
        rows.map((order) => order.id),
      );
      const known = new Map(payments.map((payment) => [payment.order_id, payment]));
      const titleOf = await findBoughtTitles(db, rows);
      return {
        count,
        results: rows.map((order) =>
          presentSupported(order, { title: titleOf(order), payment: known.get(order.id), hasProvider, now }),
        ),
      };
    },

    async refundOrder(reference, { reason }) {
      const key = parseReference(reference);
      if (!key)
        throw new RefusedError(
          `"${reference}" is no order: "order list EMAIL" shows the orders of an account.`,
          '없는 주문이에요.',
        );
      const { order, wasRefunded } = await refund(key, { reason });
      return { ...showOrder(order), was_refunded: wasRefunded };
    },

    async refundOrderOf({ id }, orderId, wanted) {
      const { order, wasRefunded } = await refund({ account_id: id, id: orderId }, wanted);
      if (wasRefunded)
        throw new RefusedError('The order was refunded before.', '이미 환불한 주문이에요. 바뀐 것은 없어요.');
      return present(order);
    },

    async checkOrderOf({ id }, orderId) {
      const missing = () => new MissingError('There is no such order.', '없는 주문이에요.');
      const read = async () => present((await findOrder(db, id, orderId)) ?? fail(missing()));
      const before = await read();
      if (!checkPayment) throw new RefusedError('No payment provider is configured.', '연결된 결제사가 없어요.');
      if (!before.payment)
        throw new RefusedError(
          'No payment of the order has begun.',
          '결제를 시작하지 않은 주문이라 확인할 것이 없어요.',
        );
      try {
        await checkPayment({ account_id: id, order_id: orderId });
      } catch (error) {
        if (error instanceof PaymentUnavailableError)
          throw new RefusedError(
            'The payment provider does not answer.',
            '결제사가 응답하지 않아요. 잠시 뒤 다시 확인해 주세요.',
          );
        if (error instanceof PaymentRefusedError)
          throw new RefusedError(
            'The payment provider refuses.',
            '결제사가 받아들이지 않았어요. 결제사에 문의해 주세요.',
          );
        throw error;
      }
      const after = await read();
      await transact((tx) =>
        record(tx, {
          action: 'order.check',
          subject: { kind: 'order', id: referenceOf({ account_id: id, id: orderId }) },
          before: paymentState(before),
          after: paymentState(after),
        }),
      );
      return after;
    },
  };
}

const fail = (error: Error): never => {
  throw error;
};
