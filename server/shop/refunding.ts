import { membershipOf, setMembership } from '../accounts/index.ts';
import type { Membership } from '../accounts/membership.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Connection } from '../db/open.ts';
import type { OrderRow } from '../db/tables.ts';
import { leftOf } from './membership-days.ts';
import { referenceOf } from './order-references.ts';
import type { Entitlement } from './right.ts';
import { rightOf } from './rights.ts';
import { listPurchaseRows, moveLaterDays, refundOrder, skipPlanOf } from './store.ts';

/** Ends the playbacks that the account's rights no longer cover. */
export type EndUncovered = (
  tx: Connection,
  change: { accountId: string; now: Date; before: Entitlement; after: Entitlement },
) => Promise<void>;

export const entitlementOf = async (
  tx: Connection,
  accountId: string,
  now: Date,
  membership: Membership,
): Promise<Entitlement> => ({
  membership,
  rights: (await listPurchaseRows(tx, accountId, now)).map(rightOf),
});

/** Takes a refunded membership's remaining days back. @returns the membership that is left */
async function takeDaysBack(
  tx: Connection,
  order: OrderRow,
  { membership, now }: { membership: Membership; now: Date },
): Promise<Membership> {
  const { right_starts_at: startsAt, right_expires_at: endsAt } = order;
  // A membership that is endless or has ended contains no days of this order.
  if (startsAt === null || endsAt === null || membership.expiresAt === null) return membership;
  const leftMs = leftOf({ startsAt, endsAt }, now);
  if (leftMs === 0) return membership;
  await skipPlanOf(tx, order);
  const later = await moveLaterDays(tx, { accountId: order.account_id, from: endsAt, earlierByMs: leftMs });
  const expiresAt = new Date(membership.expiresAt.getTime() - leftMs);
  const isOver = expiresAt <= now;
  // The plan goes back to that before the order, unless another order has set it since.
  const plan =
    later > 0 || order.plan_before === null || order.plan_before === 'free' ? membership.plan : order.plan_before;
  const next = isOver ? { plan: 'free' as const, expiresAt: null } : { plan, expiresAt };
  await setMembership(tx, order.account_id, next);
  return membershipOf({ plan: next.plan, membership_expires_at: next.expiresAt }, now);
}

/** Ends the right of a paid order, also for playbacks, and records it. Call it under the lock of the account. */
export async function endRight(
  tx: Connection,
  order: OrderRow,
  {
    membership,
    now,
    reason,
    record,
    endUncovered,
  }: { membership: Membership; now: Date; reason: string; record: RecordChange; endUncovered: EndUncovered },
): Promise<void> {
  const before = await entitlementOf(tx, order.account_id, now, membership);
  await refundOrder(tx, order, { now, reason });
  const left = order.kind === 'membership' ? await takeDaysBack(tx, order, { membership, now }) : membership;
  const after = await entitlementOf(tx, order.account_id, now, left);
  await endUncovered(tx, { accountId: order.account_id, now, before, after });
  await recordRefund(tx, order, { reason, record });
}

/** The refund of an order in the audit log. */
export async function recordRefund(
  tx: Connection,
  order: OrderRow,
  { reason, record }: { reason: string; record: RecordChange },
): Promise<void> {
  const state = { account_id: order.account_id, name: order.name, price: order.price };
  await record(tx, {
    action: 'order.refund',
    subject: { kind: 'order', id: referenceOf(order) },
    before: { ...state, status: order.status },
    after: { ...state, status: 'refunded', reason },
  });
}
