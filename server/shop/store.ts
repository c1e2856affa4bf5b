import { sql, type Insertable } from 'kysely';
import { ofAccounts } from '../db/of-accounts.ts';
import type { Connection } from '../db/open.ts';
import { releasedEpisodes } from '../db/released-episodes.ts';
import type { MembershipChangesTable, OrderRow, OrdersTable, ProductRow } from '../db/tables.ts';
import type { Right } from './right.ts';

/** An account and a title. */
export interface RightsKey {
  account_id: string;
  item_id: number;
}

/** Purchases of accounts by title, including ended rentals. */
export async function listBought(db: Connection, keys: readonly RightsKey[]): Promise<(Right & RightsKey)[]> {
  const accountIds = keys.map(({ account_id: id }) => id);
  const { rows } = await sql<Right & RightsKey>`
    select orders.id as order_id, orders.account_id, orders.item_id, orders.episode_id, orders.kind, orders.right_expires_at as expires_at
    from unnest(${accountIds}::uuid[], ${keys.map(({ item_id: id }) => id)}::int[]) as asked (account_id, item_id)
    join orders on orders.account_id = asked.account_id and orders.item_id = asked.item_id
    where orders.status = 'paid' and ${ofAccounts(accountIds, 'orders.account_id')}`.execute(db);
  return rows;
}

export const findOrder = (db: Connection, accountId: string, id: string): Promise<OrderRow | undefined> =>
  db.selectFrom('orders').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst();

type OfProduct = { product_id: number; item_id: number; kind: ProductRow['kind'] };

/** An order of a title or an episode, not of a membership. */
export type ProductOrder = OrderRow & OfProduct;

export const isOfProduct = <T extends Pick<OrderRow, 'kind'>>(sold: T): sold is T & OfProduct =>
  sold.kind !== 'membership';

/**
 * Whether viewers can no longer watch what an order buys, now or later: it has ended, is withdrawn, or was removed. A title without
 * episodes is announced, and stays.
 */
export async function hasLeft(
  db: Connection,
  { item_id: itemId, episode_id: episodeId }: Pick<OrderRow, 'item_id' | 'episode_id'>,
  now: Date,
): Promise<boolean> {
  if (itemId === null) return false;
  const staying =
    episodeId === null
      ? db
          .selectFrom('items as sold')
          .leftJoin('publications as title', (join) =>
            join.onRef('title.id', '=', 'sold.id').on('title.kind', '=', 'title'),
          )
          .where('sold.id', '=', itemId)
          .where('title.is_hidden', 'is not', true)
      : db.selectFrom(releasedEpisodes.as('sold')).where('sold.id', '=', episodeId);
  const found = await staying
    .select('sold.id')
    .where((eb) => eb.or([eb('sold.ends_at', 'is', null), eb('sold.ends_at', '>', now)]))
    .executeTakeFirst();
  return found === undefined;
}

/** All orders of an account, the newest first. */
export const listOrderRows = (db: Connection, accountId: string): Promise<OrderRow[]> =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

/** A part of the orders of an account, the newest first. */
export const listOrderPage = (
  db: Connection,
  accountId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<OrderRow[]> =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();

/** The orders of an account that were refunded last, the newest first. */
export const listRefundedOrders = (
  db: Connection,
  accountId: string,
  limit: number,
): Promise<Pick<OrderRow, 'account_id' | 'id'>[]> =>
  db
    .selectFrom('orders')
    .select(['account_id', 'id'])
    .where('account_id', '=', accountId)
    .where('status', '=', 'refunded')
    .orderBy('refunded_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();

export async function countOrderRows(db: Connection, accountId: string): Promise<number> {
  const { cnt } = await db
    .selectFrom('orders')
    .select(sql<number>`count(*)::int`.as('cnt'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return cnt;
}

/** Purchases that the account may still watch: rentals by their end, then permanent ones, the newest first. */
export async function listPurchaseRows(db: Connection, accountId: string, now: Date): Promise<ProductOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '=', 'paid')
    .where('kind', '!=', 'membership')
    .where((eb) => eb.or([eb('right_expires_at', 'is', null), eb('right_expires_at', '>', now)]))
    .orderBy('right_expires_at', (order) => order.asc().nullsLast())
    .orderBy('settled_at', 'desc')
    .orderBy('id')
    .execute();
  return rows.filter(isOfProduct);
}

/** The fields that an order copies from a product or a plan. */
export type Sold = Pick<
  OrderRow,
  | 'product_id'
  | 'plan_id'
  | 'item_id'
  | 'episode_id'
  | 'name'
  | 'kind'
  | 'rental_hours'
  | 'plan'
  | 'days'
  | 'price'
  | 'voucher_id'
>;

export const findPendingOrder = (
  tx: Connection,
  { accountId, sold, now }: { accountId: string; sold: Sold; now: Date },
): Promise<OrderRow | undefined> =>
  tx
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where((eb) =>
      sold.kind === 'membership' ? eb('plan_id', '=', sold.plan_id) : eb('product_id', '=', sold.product_id),
    )
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();

export async function insertOrder(tx: Connection, order: Insertable<OrdersTable>): Promise<void> {
  await tx.insertInto('orders').values(order).execute();
}

export async function renewOrder(tx: Connection, { account_id, id }: OrderRow, expiresAt: Date): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ expires_at: expiresAt })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}

interface Settled {
  status: 'paid' | 'cancelled';
  now: Date;
  rightExpiresAt: Date | null;
  /** Settles an expired or cancelled order too. */
  isLate?: boolean;
  /** Only for an order of a membership. */
  membership?: { startsAt: Date; planBefore: OrderRow['plan_before'] };
}

/** Settles a pending order; leaves others unchanged, unless they may be settled late. @returns whether it did */
export async function settleOrder(
  db: Connection,
  { account_id, id }: OrderRow,
  { status, now, rightExpiresAt, isLate = false, membership }: Settled,
): Promise<boolean> {
  const settled = await db
    .updateTable('orders')
    .set({
      status,
      settled_at: now,
      right_expires_at: rightExpiresAt,
      right_starts_at: membership?.startsAt ?? null,
      plan_before: membership?.planBefore ?? null,
    })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('status', 'in', isLate ? ['pending', 'cancelled'] : ['pending'])
    .$if(!isLate, (query) => query.where('expires_at', '>', now))
    .returning('id')
    .executeTakeFirst();
  return settled !== undefined;
}

/** Notes that an order which gave no right was paid, and that the money goes back. */
export async function refuseMoney(
  tx: Connection,
  { account_id, id }: OrderRow,
  { now, reason }: { now: Date; reason: string },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ status: 'refunded', settled_at: now, right_expires_at: now, refunded_at: now, refund_reason: reason })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'cancelled'])
    .execute();
}

/** Ends the right of a paid order. @returns false when the order is not paid, or was refunded before */
export async function refundOrder(
  tx: Connection,
  { account_id, id }: OrderRow,
  { now, reason }: { now: Date; reason: string },
): Promise<boolean> {
  const refunded = await tx
    .updateTable('orders')
    .set({
      status: 'refunded',
      refunded_at: now,
      refund_reason: reason,
      // A right that has ended keeps its end.
      right_expires_at: sql<Date>`least(right_expires_at, ${now})`,
    })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('status', '=', 'paid')
    .returning('id')
    .executeTakeFirst();
  return refunded !== undefined;
}

/**
 * Says that the membership which follows an order at once began under the plan before that order: a refund of both must not
 * leave the refunded plan.
 */
export async function skipPlanOf(tx: Connection, order: OrderRow): Promise<void> {
  const { account_id: accountId, plan, plan_before: before, right_expires_at: endsAt } = order;
  if (plan === null || before === null || endsAt === null) return;
  await tx
    .updateTable('orders')
    .set({ plan_before: before })
    .where('account_id', '=', accountId)
    .where('kind', '=', 'membership')
    .where('status', '=', 'paid')
    .where('right_starts_at', '=', endsAt)
    .where('plan_before', '=', plan)
    .execute();
}

/** Moves the days of later memberships of an account to an earlier time. @returns how many there are */
export async function moveLaterDays(
  tx: Connection,
  { accountId, from, earlierByMs }: { accountId: string; from: Date; earlierByMs: number },
): Promise<number> {
  // An update of a cluster has only functions that no setting influences: subtraction without a time zone is one.
  const earlier = (column: string) =>
    sql`(${sql.ref(column)} at time zone 'UTC' - ${earlierByMs}::float8 * interval '1 millisecond') at time zone 'UTC'`;
  const { rows } = await sql`update orders
    set right_starts_at = ${earlier('right_starts_at')}, right_expires_at = ${earlier('right_expires_at')}
    where account_id = ${accountId} and kind = 'membership' and status = 'paid' and right_starts_at >= ${from}
    returning 1`.execute(tx);
  return rows.length;
}

/** Ends the days of all paid memberships of an account. */
export async function endDays(tx: Connection, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable('orders')
    .set((eb) => ({
      right_starts_at: sql<Date>`least(${eb.ref('right_starts_at')}, ${now})`,
      right_expires_at: now,
    }))
    .where('account_id', '=', accountId)
    .where('kind', '=', 'membership')
    .where('status', '=', 'paid')
    .where('right_expires_at', '>', now)
    .execute();
}

export async function insertMembershipChange(
  tx: Connection,
  change: Insertable<MembershipChangesTable>,
): Promise<void> {
  await tx.insertInto('membership_changes').values(change).execute();
}
