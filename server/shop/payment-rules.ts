import type { OrderRow, PaymentRow } from '../db/tables.ts';
import type { RefundCause } from '../mail/content.ts';
import type { PaymentState } from '../providers/payment.ts';

const FIRST_PAUSE_SECONDS = 20;
const LONGEST_PAUSE_SECONDS = 3600;
/** A payment is asked about this long after its order has expired, and money that comes within it still buys the order. */
export const LATE_HOURS = 24;
/** Paid orders are compared with the provider once, this long after the payment. */
const COMPARE_AFTER_HOURS = 24;
/** About four days, at the longest pause. After that an operator decides. */
const MOST_TRIES = 100;

const HOUR_MS = 3600_000;
const inMs = (from: Date, ms: number) => new Date(from.getTime() + ms);

/** The pause after so many tries, in seconds: it doubles, up to an hour. */
export const pauseSeconds = (tries: number): number =>
  Math.min(LONGEST_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.min(tries, 20));

export const firstCheckAt = (now: Date): Date => inMs(now, FIRST_PAUSE_SECONDS * 1000);

export const compareAt = (now: Date): Date => inMs(now, COMPARE_AFTER_HOURS * HOUR_MS);

const isPastLate = (until: Date, now: Date) => now.getTime() >= until.getTime() + LATE_HOURS * HOUR_MS;

/**
 * When to ask again about a payment, if the question that is asked now has no result. Null when polling ends.
 *
 * @param expiresAt of its order; undefined for an order that is gone.
 */
export function nextCheckAt(
  { state, refund, tries, created_at: createdAt }: Pick<PaymentRow, 'state' | 'refund' | 'tries' | 'created_at'>,
  expiresAt: Date | undefined,
  now: Date,
): Date | null {
  const isWaiting = refund !== 'due' && state === 'open';
  if (isWaiting ? isPastLate(expiresAt ?? createdAt, now) : tries + 1 >= MOST_TRIES) return null;
  return inMs(now, pauseSeconds(tries) * 1000);
}

/**
 * What a message about a payment changes. States only move forward, so that repeated messages and messages in the wrong
 * order change nothing: open, then cancelled, then paid, then refunded. A payment may fail and then succeed.
 */
export function isNews(known: PaymentState, told: PaymentState): boolean {
  const ranks: Readonly<Record<PaymentState, number>> = { open: 0, cancelled: 1, paid: 2, refunded: 3 };
  return ranks[told] > ranks[known];
}

/** State of an order when money arrives for it. */
export interface ArrivedMoney {
  /** Undefined for an order that is gone, or whose account is. */
  order: Pick<OrderRow, 'status' | 'price' | 'expires_at' | 'kind'> | undefined;
  /** In won, as the provider says. */
  paid: number;
  /** The account has what the order buys by another order. */
  isOwned: boolean;
  /** Another order was paid with the discount of this one. */
  isDiscountUsed: boolean;
  /** Viewers cannot watch any more what it buys. */
  hasLeft: boolean;
  /** The account's membership has no end. */
  isEndless: boolean;
}

/** Whether money that arrives buys the order, or goes back and why. Nothing is kept without giving the right. */
export function judgeMoney(
  { order, paid, isOwned, isDiscountUsed, hasLeft, isEndless }: ArrivedMoney,
  now: Date,
): 'buys' | RefundCause {
  if (!order) return 'gone';
  if (order.status === 'paid' || order.status === 'refunded') return 'settled';
  if (paid !== order.price) return 'price';
  if (order.kind === 'membership' && isEndless) return 'endless';
  if (isOwned) return 'owned';
  if (isDiscountUsed) return 'voucher';
  if (hasLeft) return 'left';
  return isPastLate(order.expires_at, now) ? 'late' : 'buys';
}

/** Shown to support as the reason of a refund that the service made by itself. */
export const REFUND_REASONS: Readonly<Record<RefundCause, string>> = {
  gone: '탈퇴한 이용자의 주문이라 자동으로 환불',
  price: '결제한 금액이 주문과 달라 자동으로 환불',
  settled: '이미 끝난 주문이라 자동으로 환불',
  endless: '기간이 없는 멤버십을 이용하고 있어 자동으로 환불',
  owned: '이미 가진 상품이라 자동으로 환불',
  voucher: '쿠폰을 이미 다른 주문에 써서 자동으로 환불',
  left: '볼 수 없게 된 작품이라 자동으로 환불',
  late: '결제가 너무 늦게 확인되어 자동으로 환불',
};

/** The reason of a refund that somebody made at the provider. */
export const REFUNDED_AT_PROVIDER = '결제사에서 환불';
