import { lockAccount, membershipOf } from '../accounts/index.ts';
import type { Membership } from '../accounts/membership.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { OrderRow, PaymentRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import type { MailContent, RefundCause } from '../mail/content.ts';
import type { Outbox } from '../mail/outbox.ts';
import {
  PaymentRefusedError,
  PaymentUnavailableError,
  type PaymentProvider,
  type ToldPayment,
} from '../providers/payment.ts';
import { isEndless } from './membership-days.ts';
import { parseReference, referenceOf } from './order-references.ts';
import {
  compareAt,
  firstCheckAt,
  isNews,
  judgeMoney,
  nextCheckAt,
  REFUND_REASONS,
  REFUNDED_AT_PROVIDER,
} from './payment-rules.ts';
import {
  changePayment,
  changeUnmoved,
  findPayment,
  hasLaterPaid,
  listDuePayments,
  lockPayment,
  planNext,
} from './payments-store.ts';
import type { PaymentKey } from './payments-store.ts';
import { endRight, recordRefund, type EndUncovered } from './refunding.ts';
import { findOwnedIn } from './rights.ts';
import { payOrder } from './settling.ts';
import { findOrder, hasLeft, isOfProduct, refundOrder, refuseMoney, settleOrder } from './store.ts';
import { isDiscountUsed } from './vouchers/vouchers-store.ts';

/** Payments of one run of the worker. */
const AT_ONCE = 100;
/** A provider that does not answer is not asked about more payments in the same run. */
const MOST_UNANSWERED = 3;
/** A mail about a payment is useful for days. */
const MAIL_LIVES_SECONDS = 7 * 24 * 3600;

export interface Payments {
  /**
   * Applies what the provider says: gives the right, ends it, or wants the money to go back. Repeated, late and outdated
   * messages change nothing.
   *
   * @returns false when no payment of this reference ever began here.
   */
  take(told: ToldPayment): Promise<boolean>;
  /**
   * Asks the provider about a payment, or repeats its refund.
   *
   * @throws PaymentUnavailableError, PaymentRefusedError
   */
  check(key: PaymentKey): Promise<void>;
  /**
   * Does the same for all payments that are due.
   *
   * @throws Error of the first payment that failed, after the others were processed.
   */
  checkDue(signal: AbortSignal): Promise<void>;
}

export interface PaymentsOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  provider: PaymentProvider;
  putMail: Outbox['put'];
  endUncovered: EndUncovered;
  /** The service itself acts. */
  record: RecordChange;
}

const keyOf = (reference: string): PaymentKey | undefined => {
  const key = parseReference(reference);
  return key && { account_id: key.account_id, order_id: key.id };
};
const referenceOfPayment = ({ account_id, order_id: id }: PaymentKey) => referenceOf({ account_id, id });

/**
 * What the payment provider says, applied to orders. The provider is never asked inside a transaction. A message only ever
 * moves a payment forward, under the lock of its account, so it does not matter how often or in which order
 * messages come, and which process takes them.
 */
export function createPayments(options: PaymentsOptions): Payments {
  const { db, transact, clock, provider, putMail, endUncovered, record } = options;

  /** Money has arrived: gives the right, or wants the money to go back. @returns what changes about the payment */
  const takeMoney = async (
    tx: Connection,
    payment: PaymentRow,
    {
      order,
      account,
      paid,
      now,
    }: {
      order: OrderRow | undefined;
      account: { email: string; membership: Membership } | undefined;
      paid: number;
      now: Date;
    },
  ) => {
    const isOwned =
      order !== undefined &&
      (isOfProduct(order)
        ? (await findOwnedIn(tx, order.account_id, order, now)) !== undefined
        : await hasLaterPaid(tx, order));
    const judged = judgeMoney(
      {
        order: account && order,
        paid,
        isOwned,
        isDiscountUsed: order !== undefined && (await isDiscountUsed(tx, order)),
        hasLeft: order !== undefined && (await hasLeft(tx, order, now)),
        isEndless: account !== undefined && isEndless(account.membership),
      },
      now,
    );
    const problem = judged === 'price' ? ('price' as const) : payment.problem;
    if (judged === 'buys' && order && account) {
      const isLate = now >= order.expires_at || order.status !== 'pending';
      const isPaid = await payOrder(tx, order, { membership: account.membership, now, isLate });
      // Money without a right is never stored: the provider and the worker say it again.
      if (!isPaid) throw new Error('a paid order could not be settled');
      if (isLate) await tell(tx, account.email, order, null);
      return { refund: null, problem, next_at: compareAt(now) };
    }
    // The rights of a settled order remain: only this payment is refunded.
    if (order && judged !== 'buys' && judged !== 'settled') {
      const reason = REFUND_REASONS[judged];
      await refuseMoney(tx, order, { now, reason });
      await recordRefund(tx, order, { reason, record });
    }
    if (account && judged !== 'buys')
      await tell(tx, account.email, order ?? { name: '주문하신 상품', price: paid }, judged);
    return { refund: 'due' as const, problem, next_at: now };
  };

  /** Tells the viewer by mail about a payment that came late, or goes back. */
  const tell = (
    tx: Connection,
    email: string,
    { name, price }: Pick<OrderRow, 'name' | 'price'>,
    refundedFor: RefundCause | null,
  ) => {
    const content: MailContent = { kind: 'payment', name, price, refundedFor };
    return putMail(tx, { kind: 'payment', to: email, content, livesSeconds: MAIL_LIVES_SECONDS });
  };

  const apply = (key: PaymentKey, told: ToldPayment): Promise<boolean> =>
    transact(async (tx) => {
      const now = clock.now();
      // The account first, as everywhere, so that nothing deadlocks.
      const found = await lockAccount(tx, key.account_id);
      const payment = await lockPayment(tx, key);
      if (!payment) return false;
      const seen = { provider_id: told.id, told_at: now };
      if (!isNews(payment.state, told.state)) {
        await changePayment(tx, key, seen);
        return true;
      }
      const order = await findOrder(tx, key.account_id, key.order_id);
      const account = found && { email: found.email, membership: membershipOf(found, now) };
      const next = { ...seen, state: told.state, tries: 0 };
      switch (told.state) {
        case 'open':
          break;
        case 'cancelled':
          if (order) await settleOrder(tx, order, { status: 'cancelled', now, rightExpiresAt: null });
          await changePayment(tx, key, { ...next, next_at: null });
          break;
        case 'paid':
          await changePayment(tx, key, {
            ...next,
            ...(await takeMoney(tx, payment, { order, account, paid: told.price, now })),
          });
          break;
        case 'refunded':
          if (order?.status === 'paid' && account)
            await endRight(tx, order, {
              membership: account.membership,
              now,
              reason: REFUNDED_AT_PROVIDER,
              record,
              endUncovered,
            });
          else if (order?.status === 'paid') await refundOrder(tx, order, { now, reason: REFUNDED_AT_PROVIDER });
          else if (order) await settleOrder(tx, order, { status: 'cancelled', now, rightExpiresAt: null });
          await changePayment(tx, key, {
            ...next,
            refund: 'done',
            next_at: null,
            problem: payment.problem === 'price' ? 'price' : null,
          });
      }
      return true;
    });

  const repeatRefund = async (payment: PaymentRow): Promise<void> => {
    const reference = referenceOfPayment(payment);
    await apply(payment, await provider.refund({ reference, key: `refund-${reference}` }));
  };

  /** Compares a payment with the provider. Support may want a refund while the provider is asked: it must stay planned. */
  const compare = async (payment: PaymentRow): Promise<void> => {
    const told = await provider.find(referenceOfPayment(payment));
    if (told) await apply(payment, told);
    // The payment has not begun at the provider, or has no result yet.
    if (payment.state === 'open' || payment.state === 'cancelled') return;
    const isSame = told?.state === payment.state && (payment.problem === 'price' || told.price === payment.price);
    if (isSame)
      await changeUnmoved(db, payment, {
        next_at: null,
        tries: 0,
        problem: payment.problem === 'price' ? 'price' : null,
      });
    else if (!told || !isNews(payment.state, told.state))
      await changeUnmoved(db, payment, { next_at: null, problem: 'state' });
  };

  const check = (payment: PaymentRow) => (payment.refund === 'due' ? repeatRefund(payment) : compare(payment));

  /** Checks a payment whose turn it is, unless another worker has it. */
  const checkNext = async (payment: PaymentRow & { next_at: Date }): Promise<void> => {
    const order = await findOrder(db, payment.account_id, payment.order_id);
    const nextAt = nextCheckAt(payment, order?.expires_at, clock.now());
    if (!(await planNext(db, payment, nextAt))) return;
    try {
      await check(payment);
    } catch (error) {
      const isRefused = error instanceof PaymentRefusedError;
      // Refused, or the last try: an operator decides.
      if (payment.refund === 'due' && (isRefused || nextAt === null))
        await changeUnmoved(db, payment, { problem: 'refund' });
      // The provider works: other payments need not wait longer.
      if (isRefused) return;
      throw error;
    }
  };

  return {
    async take(told) {
      const key = keyOf(told.reference);
      return key !== undefined && (await apply(key, told));
    },

    async check(key) {
      const payment = await findPayment(db, key);
      if (!payment) return;
      // Also the worker asks again about one that it has given up.
      if (payment.refund === 'due') await changePayment(db, key, { tries: 0, next_at: firstCheckAt(clock.now()) });
      await check(payment);
    },

    async checkDue(signal) {
      let failed: unknown;
      let unanswered = 0;
      for (const payment of await listDuePayments(db, clock.now(), AT_ONCE)) {
        if (signal.aborted || unanswered >= MOST_UNANSWERED) break;
        const { next_at: nextAt } = payment;
        if (nextAt === null) continue;
        try {
          await checkNext({ ...payment, next_at: nextAt });
        } catch (error) {
          failed ??= error;
          if (error instanceof PaymentUnavailableError) unanswered += 1;
        }
      }
      if (failed !== undefined) throw new Error('a payment is not checked', { cause: failed });
    },
  };
}
