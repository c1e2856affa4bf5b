import { sql, type Insertable } from 'kysely';
import { ofAccounts } from '../db/of-accounts.ts';
import type { Connection } from '../db/open.ts';
import { releasedEpisodes } from '../db/released-episodes.ts';
import type { OrderRow, OrdersTable, ProductRow } from '../db/tables.ts';
import type { Right } from './right.ts';

/** Products of titles, and of published episodes. */
const selectProducts = (db: Connection, now: Date) =>
  db
    .selectFrom('products')
    .leftJoin(releasedEpisodes(db).as('episodes'), 'episodes.id', 'products.episode_id')
    .where((eb) => eb.or([eb('products.episode_id', 'is', null), eb('episodes.published_at', '<=', now)]))
    .selectAll('products');

export const listProductRows = (
  db: Connection,
  { itemId, type }: { itemId: number; type?: 'item' | 'episode' | undefined },
  now: Date,
): Promise<ProductRow[]> =>
  selectProducts(db, now)
    .where('products.item_id', '=', itemId)
    .$if(type === 'item', (query) => query.where('products.episode_id', 'is', null))
    .$if(type === 'episode', (query) => query.where('products.episode_id', 'is not', null))
    .orderBy('products.position')
    .orderBy('products.id')
    .execute();

export const findProduct = (db: Connection, id: number, now: Date): Promise<ProductRow | undefined> =>
  selectProducts(db, now).where('products.id', '=', id).executeTakeFirst();

/** An account and a title. */
export type RightsKey = Pick<OrderRow, 'account_id' | 'item_id'>;

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

/** Purchases that the account may still watch: rentals by their end, then permanent ones, the newest first. */
export const listPurchaseRows = (db: Connection, accountId: string, now: Date): Promise<OrderRow[]> =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('status', '=', 'paid')
    .where((eb) => eb.or([eb('right_expires_at', 'is', null), eb('right_expires_at', '>', now)]))
    .orderBy('right_expires_at', (order) => order.asc().nullsLast())
    .orderBy('settled_at', 'desc')
    .orderBy('id')
    .execute();

export const findPendingOrder = (
  tx: Connection,
  { accountId, productId, now }: { accountId: string; productId: number; now: Date },
): Promise<OrderRow | undefined> =>
  tx
    .selectFrom('orders')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('product_id', '=', productId)
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

/** Settles a pending order; leaves a settled or expired one unchanged. */
export async function settleOrder(
  db: Connection,
  { account_id, id }: OrderRow,
  settled: { status: 'paid' | 'cancelled'; now: Date; rightExpiresAt: Date | null },
): Promise<void> {
  await db
    .updateTable('orders')
    .set({ status: settled.status, settled_at: settled.now, right_expires_at: settled.rightExpiresAt })
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .where('expires_at', '>', settled.now)
    .execute();
}
