import { findAccountByEmail, lockAccount, membershipOf, setMembership } from '../accounts/index.ts';
import type { Membership } from '../accounts/membership.ts';
import type { RecordChange } from '../audit/record.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { OrderRow, PlanRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import { RefusedError } from '../lib/refused-error.ts';
import { addDays, isEndless, leftOf } from './membership-days.ts';
import { parseReference, referenceOf } from './order-references.ts';
import {
  endDays,
  findOrder,
  insertMembershipChange,
  listOrderRows,
  listPurchaseRows,
  moveLaterDays,
  refundOrder,
} from './store.ts';
import type { Entitlement } from './right.ts';
import { rightOf } from './rights.ts';

export interface ShownMembership {
  email: string;
  plan: Membership['plan'];
  /** Null without a membership, and for one without an end. */
  ends_at: string | null;
}

export interface ShownOrder {
  /** What refunds call the order. */
  order: string;
  name: string;
  price: number;
  status: OrderRow['status'];
  created_at: string;
  /** End of the right; null without one. */
  ends_at: string | null;
}

/** What support may do for a viewer. Each method throws RefusedError with the reason for the operator. */
export interface SupportOperations {
  showMembership(email: string): Promise<ShownMembership>;
  /** As if the account had bought a plan with these days. */
  giveMembership(
    email: string,
    gift: { plan: PlanRow['plan']; days: number; reason: string },
  ): Promise<ShownMembership>;
  /** Adds days to the membership that the account has. */
  extendMembership(email: string, more: { days: number; reason: string }): Promise<ShownMembership>;
  /** Ends the membership now, also for playbacks. */
  endMembership(email: string, end: { reason: string }): Promise<ShownMembership>;
  listOrders(email: string): Promise<ShownOrder[]>;
  /** Ends the right of a paid order now, also for playbacks. Repeated, it changes nothing. */
  refundOrder(order: string, refund: { reason: string }): Promise<ShownOrder & { was_refunded: boolean }>;
}

/** A membership in the audit log. */
const membershipState = ({ plan, expiresAt }: Pick<Membership, 'plan' | 'expiresAt'>) => ({
  plan,
  ends_at: expiresAt?.toISOString() ?? null,
});

const showOrder = (order: OrderRow): ShownOrder => ({
  order: referenceOf(order),
  name: order.name,
  price: order.price,
  status: order.status,
  created_at: order.created_at.toISOString(),
  ends_at: order.right_expires_at?.toISOString() ?? null,
});

export function createSupportOperations(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  /** Ends the playbacks that the account's rights no longer cover. */
  endUncovered(
    tx: Connection,
    change: { accountId: string; now: Date; before: Entitlement; after: Entitlement },
  ): Promise<void>;
  record: RecordChange;
}): SupportOperations {
  const { db, transact, clock, random, endUncovered, record } = options;

  const accountOf = async (email: string) => {
    const account = await findAccountByEmail(db, email);
    if (!account) throw new RefusedError(`No account has the e-mail address ${email}.`);
    return account;
  };
  const show = (email: string, { plan, expiresAt }: Pick<Membership, 'plan' | 'expiresAt'>): ShownMembership => ({
    email,
    ...membershipState({ plan, expiresAt }),
  });

  const lock = async (tx: Connection, accountId: string, now: Date): Promise<Membership> => {
    const account = await lockAccount(tx, accountId);
    if (!account) throw new RefusedError('The account was removed.');
    return membershipOf(account, now);
  };
  const entitlementOf = async (tx: Connection, accountId: string, now: Date, membership: Membership) => ({
    membership,
    rights: (await listPurchaseRows(tx, accountId, now)).map(rightOf),
  });

  /** Changes a membership under the lock of its account, and notes the change. */
  const change = async (
    email: string,
    noted: { kind: 'give' | 'extend' | 'end'; plan: PlanRow['plan'] | null; days: number | null; reason: string },
    next: (membership: Membership, now: Date) => Pick<Membership, 'plan' | 'expiresAt'>,
  ): Promise<ShownMembership> => {
    const account = await accountOf(email);
    return transact(async (tx) => {
      const now = clock.now();
      const membership = await lock(tx, account.id, now);
      const changed = next(membership, now);
      await setMembership(tx, account.id, changed);
      if (noted.kind === 'end') {
        await endDays(tx, account.id, now);
        const before = await entitlementOf(tx, account.id, now, membership);
        const after = { ...before, membership: membershipOf({ plan: 'free', membership_expires_at: null }, now) };
        await endUncovered(tx, { accountId: account.id, now, before, after });
      }
      await insertMembershipChange(tx, {
        account_id: account.id,
        id: random.uuid(),
        ...noted,
        changed_at: now,
        ends_at: changed.expiresAt,
      });
      const subject = { kind: 'account', id: account.id };
      await record(tx, {
        ...{ action: `membership.${noted.kind}`, subject, before: membershipState(membership) },
        after: { ...membershipState(changed), reason: noted.reason },
      });
      return show(account.email, changed);
    });
  };

  /** Takes a refunded membership's remaining days back. @returns the membership that is left */
  const takeDaysBack = async (
    tx: Connection,
    order: OrderRow,
    { membership, now }: { membership: Membership; now: Date },
  ): Promise<Membership> => {
    const { right_starts_at: startsAt, right_expires_at: endsAt } = order;
    // Nothing of an endless or ended membership comes from the order.
    if (startsAt === null || endsAt === null || membership.expiresAt === null) return membership;
    const leftMs = leftOf({ startsAt, endsAt }, now);
    const later = await moveLaterDays(tx, { accountId: order.account_id, from: endsAt, earlierByMs: leftMs });
    const expiresAt = new Date(membership.expiresAt.getTime() - leftMs);
    const isOver = expiresAt <= now;
    // The plan goes back to that before the order, unless another order has set it since.
    const plan =
      later > 0 || order.plan_before === null || order.plan_before === 'free' ? membership.plan : order.plan_before;
    const next = isOver ? { plan: 'free' as const, expiresAt: null } : { plan, expiresAt };
    await setMembership(tx, order.account_id, next);
    return membershipOf({ plan: next.plan, membership_expires_at: next.expiresAt }, now);
  };

  return {
    async showMembership(email) {
      const account = await accountOf(email);
      return show(account.email, membershipOf(account, clock.now()));
    },

    giveMembership: (email, { plan, days, reason }) =>
      change(email, { kind: 'give', plan, days, reason }, (membership, now) => {
        if (isEndless(membership)) throw new RefusedError('The membership has no end: there is nothing to add.');
        return { plan, expiresAt: addDays(membership, days, now).endsAt };
      }),

    extendMembership: (email, { days, reason }) =>
      change(email, { kind: 'extend', plan: null, days, reason }, (membership, now) => {
        if (membership.plan === 'free') throw new RefusedError('The account has no membership: give it one instead.');
        if (isEndless(membership)) throw new RefusedError('The membership has no end: there is nothing to add.');
        return { plan: membership.plan, expiresAt: addDays(membership, days, now).endsAt };
      }),

    endMembership: (email, { reason }) =>
      change(email, { kind: 'end', plan: null, days: null, reason }, (membership) => {
        if (membership.plan === 'free') throw new RefusedError('The account has no membership.');
        return { plan: 'free', expiresAt: null };
      }),

    async listOrders(email) {
      const account = await accountOf(email);
      return (await listOrderRows(db, account.id)).map(showOrder);
    },

    async refundOrder(reference, { reason }) {
      const key = parseReference(reference);
      if (!key)
        throw new RefusedError(`"${reference}" is no order: "order list EMAIL" shows the orders of an account.`);
      return transact(async (tx) => {
        const now = clock.now();
        const membership = await lock(tx, key.account_id, now);
        const order = await findOrder(tx, key.account_id, key.id);
        if (!order) throw new RefusedError(`There is no order ${reference}.`);
        if (order.status === 'refunded') return { ...showOrder(order), was_refunded: true };
        if (order.status !== 'paid') throw new RefusedError(`The order ${reference} is not paid.`);
        const before = await entitlementOf(tx, order.account_id, now, membership);
        await refundOrder(tx, order, { now, reason });
        const left = order.kind === 'membership' ? await takeDaysBack(tx, order, { membership, now }) : membership;
        const after = await entitlementOf(tx, order.account_id, now, left);
        await endUncovered(tx, { accountId: order.account_id, now, before, after });
        const state = { account_id: order.account_id, name: order.name, price: order.price };
        await record(tx, {
          ...{ action: 'order.refund', subject: { kind: 'order', id: reference } },
          before: { ...state, status: order.status },
          after: { ...state, status: 'refunded', reason },
        });
        return { ...showOrder((await findOrder(tx, order.account_id, order.id)) ?? order), was_refunded: false };
      });
    },
  };
}
