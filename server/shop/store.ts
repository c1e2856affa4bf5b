import { sql, type Insertable } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { OrderRow, OrdersTable, ProductRow } from '../db/tables.ts';
import type { Right } from './rights.ts';

/** What is sold: titles, and episodes that are out. */
const selectProducts = (db: Connection, now: Date) =>
  db
    .selectFrom('products')
    .leftJoin('episodes', 'episodes.id', 'products.episode_id')
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

/** What accounts bought of titles; also rentals that are over. */
export async function listBought(db: Connection, keys: readonly RightsKey[]): Promise<(Right & RightsKey)[]> {
  const { rows } = await sql<Right & RightsKey>`
    select orders.id as order_id, orders.account_id, orders.item_id, orders.episode_id, orders.kind, orders.right_expires_at as expires_at
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as asked (account_id uuid, item_id int)
    join orders on orders.account_id = asked.account_id and orders.item_id = asked.item_id
    where orders.status = 'paid'`.execute(db);
  return rows;
}

export const findOrder = (db: Connection, accountId: string, id: string): Promise<OrderRow | undefined> =>
  db.selectFrom('orders').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst();

/** What an account bought and may still watch: rentals by their end, then what it keeps, the newest first. */
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

/** An order by its id alone, which only who ordered it knows: for the phone that pays it. */
export const findOrderById = (db: Connection, id: string): Promise<OrderRow | undefined> =>
  db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst();

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

/** Settles an order that waits; one that is settled, or waited too long, stays as it is. */
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
