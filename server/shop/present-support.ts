import type { SupportedOrder } from '#contract/console/accounts.ts';
import type { OrderRow, PaymentRow } from '../db/tables.ts';
import { leftOf } from './membership-days.ts';
import { referenceOf } from './order-references.ts';
import { statusOf } from './order-status.ts';

export interface ShownOrder {
  /** Reference of the order in refunds. */
  order: string;
  name: string;
  price: number;
  status: OrderRow['status'];
  created_at: string;
  /** End of the right; null without one. */
  ends_at: string | null;
}

/** An order on the terminal. */
export const showOrder = (order: OrderRow): ShownOrder => ({
  order: referenceOf(order),
  name: order.name,
  price: order.price,
  status: order.status,
  created_at: order.created_at.toISOString(),
  ends_at: order.right_expires_at?.toISOString() ?? null,
});

const presentPayment = (payment: PaymentRow): NonNullable<SupportedOrder['payment']> => ({
  provider_id: payment.provider_id,
  state: payment.state,
  refund: payment.refund,
  problem: payment.problem,
  told_at: payment.told_at?.toISOString() ?? null,
  next_at: payment.next_at?.toISOString() ?? null,
});

/** How the money of a paid order goes back; null for an order that nobody paid. */
export function moneyBackOf(
  { status }: Pick<OrderRow, 'status'>,
  payment: Pick<PaymentRow, 'state' | 'refund' | 'problem'> | undefined,
  hasProvider: boolean,
): SupportedOrder['money_back'] {
  if (status !== 'paid' && status !== 'refunded') return null;
  if (payment?.state === 'refunded' || payment?.refund === 'done') return 'done';
  // A provider that has refused for days, or is not connected any more, pays nothing back.
  return payment?.state === 'paid' && payment.problem !== 'refund' && hasProvider ? 'provider' : 'hand';
}

/** An order in the console. */
export const presentSupported = (
  order: OrderRow,
  {
    title,
    payment,
    hasProvider,
    now,
  }: { title: string | null; payment: PaymentRow | undefined; hasProvider: boolean; now: Date },
): SupportedOrder => {
  const { right_starts_at: startsAt, right_expires_at: endsAt, status } = order;
  const leftMs = startsAt !== null && endsAt !== null && status === 'paid' ? leftOf({ startsAt, endsAt }, now) : null;
  return {
    id: order.id,
    name: order.name,
    title,
    kind: order.kind,
    price: order.price,
    status: status === 'refunded' ? status : statusOf(order, now),
    created_at: order.created_at.toISOString(),
    ends_at: endsAt?.toISOString() ?? null,
    left_seconds: leftMs === null ? null : Math.round(leftMs / 1000),
    money_back: moneyBackOf(order, payment, hasProvider),
    refunded_at: order.refunded_at?.toISOString() ?? null,
    refund_reason: order.refund_reason,
    payment: payment ? presentPayment(payment) : null,
  };
};
