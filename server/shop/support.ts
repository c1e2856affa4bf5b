import type { SupportedOrder } from '#contract/console/accounts.ts';
import { findAccountByEmail, findAccountById, lockAccount, membershipOf, setMembership } from '../accounts/index.ts';
import type { Membership } from '../accounts/membership.ts';
import type { RecordChange } from '../audit/record.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { OrderRow, PlanRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import { ChangedMeanwhileError, MissingError, RefusedError } from '../lib/refused-error.ts';
import { addDays, isEndless, leftOf } from './membership-days.ts';
import { findReference, parseReference, referenceOf } from './order-references.ts';
import { statusOf } from './order-status.ts';
import {
  countOrderRows,
  endDays,
  findOrder,
  insertMembershipChange,
  listOrderPage,
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

/** An account, by its e-mail address or its id. */
export type WhichAccount = string | { id: string };

/** The membership that an operator saw. A change of another one throws ChangedMeanwhileError. */
interface Seen {
  version?: string | undefined;
}

/** What support may do for a viewer. Each method throws RefusedError with the reason for the operator. */
export interface SupportOperations {
  showMembership(account: WhichAccount): Promise<ShownMembership>;
  /** @param keyword an e-mail address, or text with what support calls an order, such as the address of its checkout. */
  findAccount(keyword: string): Promise<{ id: string }>;
  /** As if the account had bought a plan with these days. */
  giveMembership(
    account: WhichAccount,
    gift: { plan: PlanRow['plan']; days: number; reason: string } & Seen,
  ): Promise<ShownMembership>;
  /** Adds days to the membership that the account has. */
  extendMembership(account: WhichAccount, more: { days: number; reason: string } & Seen): Promise<ShownMembership>;
  /** Ends the membership now, also for playbacks. */
  endMembership(account: WhichAccount, end: { reason: string } & Seen): Promise<ShownMembership>;
  listOrders(email: string): Promise<ShownOrder[]>;
  /** A part of the orders of an account, the newest first, and how many there are. */
  pageOrders(
    account: { id: string },
    part: { limit: number; offset: number },
  ): Promise<{ count: number; results: SupportedOrder[] }>;
  /** Ends the right of a paid order now, also for playbacks. Repeated, it changes nothing. */
  refundOrder(order: string, refund: { reason: string }): Promise<ShownOrder & { was_refunded: boolean }>;
  /** The same for an order of an account; another operator's refund before this one is a refusal. */
  refundOrderOf(account: { id: string }, orderId: string, refund: { reason: string } & Seen): Promise<SupportedOrder>;
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

const missing = () => new MissingError('The account was removed.', '없는 이용자예요. 그사이 탈퇴했을 수 있어요.');
const endless = () =>
  new RefusedError('The membership has no end: there is nothing to add.', '끝이 없는 멤버십이라 더할 기간이 없어요.');

/** What a change of the membership starts from. */
export const versionOf = ({ plan, expiresAt }: Pick<Membership, 'plan' | 'expiresAt'>): string =>
  `${plan} ${expiresAt?.toISOString() ?? 'endless'}`;

function checkSeen(membership: Membership, version: string | undefined): void {
  if (version !== undefined && version !== versionOf(membership)) throw new ChangedMeanwhileError();
}

const supportedOrder = (order: OrderRow, now: Date): SupportedOrder => {
  const { right_starts_at: startsAt, right_expires_at: endsAt, status } = order;
  const leftMs = startsAt !== null && endsAt !== null && status === 'paid' ? leftOf({ startsAt, endsAt }, now) : null;
  return {
    id: order.id,
    name: order.name,
    kind: order.kind,
    price: order.price,
    status: status === 'refunded' ? status : statusOf(order, now),
    created_at: order.created_at.toISOString(),
    ends_at: endsAt?.toISOString() ?? null,
    left_seconds: leftMs === null ? null : Math.round(leftMs / 1000),
    refunded_at: order.refunded_at?.toISOString() ?? null,
    refund_reason: order.refund_reason,
  };
};

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

  const accountOf = async (which: WhichAccount) => {
    const account =
      typeof which === 'string' ? await findAccountByEmail(db, which) : await findAccountById(db, which.id);
    if (account) return account;
    throw typeof which === 'string'
      ? new MissingError(`No account has the e-mail address ${which}.`, '이 이메일로 가입한 이용자가 없어요.')
      : missing();
  };
  const show = (email: string, { plan, expiresAt }: Pick<Membership, 'plan' | 'expiresAt'>): ShownMembership => ({
    email,
    ...membershipState({ plan, expiresAt }),
  });

  const lock = async (tx: Connection, accountId: string, now: Date): Promise<Membership> => {
    const account = await lockAccount(tx, accountId);
    if (!account) throw missing();
    return membershipOf(account, now);
  };
  const entitlementOf = async (tx: Connection, accountId: string, now: Date, membership: Membership) => ({
    membership,
    rights: (await listPurchaseRows(tx, accountId, now)).map(rightOf),
  });

  /** Changes a membership under the lock of its account, and notes the change. */
  const change = async (
    which: WhichAccount,
    {
      version,
      ...noted
    }: Seen & {
      kind: 'give' | 'extend' | 'end';
      plan: PlanRow['plan'] | null;
      days: number | null;
      reason: string;
    },
    next: (membership: Membership, now: Date) => Pick<Membership, 'plan' | 'expiresAt'>,
  ): Promise<ShownMembership> => {
    const account = await accountOf(which);
    return transact(async (tx) => {
      const now = clock.now();
      const membership = await lock(tx, account.id, now);
      checkSeen(membership, version);
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

  /** Ends the right of a paid order; one that was refunded before stays as it is. */
  const refund = (
    key: Pick<OrderRow, 'account_id' | 'id'>,
    { reason, version }: Seen & { reason: string },
  ): Promise<{ order: OrderRow; wasRefunded: boolean }> =>
    transact(async (tx) => {
      const reference = referenceOf(key);
      const now = clock.now();
      const membership = await lock(tx, key.account_id, now);
      const order = await findOrder(tx, key.account_id, key.id);
      if (!order) throw new MissingError(`There is no order ${reference}.`, '없는 주문이에요.');
      if (order.status === 'refunded') return { order, wasRefunded: true };
      if (order.status !== 'paid')
        throw new RefusedError(`The order ${reference} is not paid.`, '결제하지 않은 주문이라 환불할 것이 없어요.');
      // A refund of another order does not depend on the membership.
      if (order.kind === 'membership') checkSeen(membership, version);
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
      return { order: (await findOrder(tx, order.account_id, order.id)) ?? order, wasRefunded: false };
    });

  return {
    async showMembership(which) {
      const account = await accountOf(which);
      return show(account.email, membershipOf(account, clock.now()));
    },

    async findAccount(keyword) {
      const key = findReference(keyword);
      if (key === undefined) return { id: (await accountOf(keyword.trim().toLowerCase())).id };
      if (!(await findOrder(db, key.account_id, key.id)))
        throw new MissingError('There is no such order.', '이 주문을 찾지 못했어요.');
      return { id: key.account_id };
    },

    giveMembership: (which, { plan, days, reason, version }) =>
      change(which, { kind: 'give', plan, days, reason, version }, (membership, now) => {
        if (isEndless(membership)) throw endless();
        return { plan, expiresAt: addDays(membership, days, now).endsAt };
      }),

    extendMembership: (which, { days, reason, version }) =>
      change(which, { kind: 'extend', plan: null, days, reason, version }, (membership, now) => {
        if (membership.plan === 'free')
          throw new RefusedError(
            'The account has no membership: give it one instead.',
            '멤버십이 없는 이용자예요. 연장 대신 지급해 주세요.',
          );
        if (isEndless(membership)) throw endless();
        return { plan: membership.plan, expiresAt: addDays(membership, days, now).endsAt };
      }),

    endMembership: (which, { reason, version }) =>
      change(which, { kind: 'end', plan: null, days: null, reason, version }, (membership) => {
        if (membership.plan === 'free')
          throw new RefusedError('The account has no membership.', '끝낼 멤버십이 없어요.');
        return { plan: 'free', expiresAt: null };
      }),

    async listOrders(email) {
      const account = await accountOf(email);
      return (await listOrderRows(db, account.id)).map(showOrder);
    },

    async pageOrders({ id }, part) {
      const account = await accountOf({ id });
      const now = clock.now();
      const [count, rows] = [await countOrderRows(db, account.id), await listOrderPage(db, account.id, part)];
      return { count, results: rows.map((order) => supportedOrder(order, now)) };
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

    async refundOrderOf({ id }, orderId, { reason, version }) {
      const { order, wasRefunded } = await refund({ account_id: id, id: orderId }, { reason, version });
      if (wasRefunded)
        throw new RefusedError('The order was refunded before.', '이미 환불한 주문이에요. 바뀐 것은 없어요.');
      return supportedOrder(order, clock.now());
    },
  };
}
