import { isEndless, addDays } from './membership-days.ts';
import { setMembership } from '../accounts/index.ts';
import type { Membership } from '../accounts/membership.ts';
import type { Connection } from '../db/open.ts';
import type { OrderRow } from '../db/tables.ts';
import { settleOrder } from './store.ts';
import { noteOrder } from './vouchers/vouchers-store.ts';

const HOUR_MS = 3600_000;

/**
 * Marks an order as paid: a rental period starts now, a membership gets its days. Call it under the lock of the account.
 *
 * @param isLate pays an expired or cancelled order too.
 * @returns false when the order was settled before, or has expired.
 */
export async function payOrder(
  tx: Connection,
  order: OrderRow,
  { membership, now, isLate = false }: { membership: Membership; now: Date; isLate?: boolean },
): Promise<boolean> {
  const { plan, days, rental_hours: hours } = order;
  if (plan === null || days === null) {
    const rightExpiresAt = hours === null ? null : new Date(now.getTime() + hours * HOUR_MS);
    return settleOrder(tx, order, { status: 'paid', now, rightExpiresAt, isLate });
  }
  const { startsAt, endsAt } = addDays(membership, days, now);
  const isPaid = await settleOrder(tx, order, {
    status: 'paid',
    now,
    rightExpiresAt: endsAt,
    isLate,
    membership: { startsAt, planBefore: membership.plan },
  });
  if (isPaid && order.voucher_id !== null) await noteOrder(tx, order.account_id, order.voucher_id, order.id);
  // Support may have given an endless membership since the order was placed: a purchase must not end it.
  if (isPaid && !isEndless(membership)) await setMembership(tx, order.account_id, { plan, expiresAt: endsAt });
  return isPaid;
}
