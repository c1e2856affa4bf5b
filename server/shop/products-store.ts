import { sql } from 'kysely';
import { isForSale, offerAt } from '../catalogue/format/index.ts';
import type { Connection } from '../db/open.ts';
import { isOut, releasedEpisodes } from '../db/released-episodes.ts';
import type { PlanRow, ProductRow } from '../db/tables.ts';

/**
 * Products of titles, and of published episodes. Nothing is sold that ends too early: a purchase of what has an end, or a rental
 * that would last longer.
 */
const selectProducts = (db: Connection, now: Date) =>
  db
    .selectFrom('products')
    .innerJoin('items', 'items.id', 'products.item_id')
    .leftJoin(releasedEpisodes.as('episodes'), 'episodes.id', 'products.episode_id')
    .where((eb) => eb.or([eb('products.episode_id', 'is', null), isOut('episodes', now)]))
    .where(
      sql<boolean>`(least(episodes.ends_at, items.ends_at) is null
        or ${now}::timestamptz + products.rental_hours * interval '1 hour' <= least(episodes.ends_at, items.ends_at))`,
    )
    .selectAll('products');

/** At their price of now, also those that are not for sale: who bought one before has it still. */
export const listProductRows = async (
  db: Connection,
  { itemId, type }: { itemId: number; type?: 'item' | 'episode' | undefined },
  now: Date,
): Promise<ProductRow[]> => {
  const rows = await selectProducts(db, now)
    .where('products.item_id', '=', itemId)
    .$if(type === 'item', (query) => query.where('products.episode_id', 'is', null))
    .$if(type === 'episode', (query) => query.where('products.episode_id', 'is not', null))
    .orderBy('products.position')
    .orderBy('products.id')
    .execute();
  return rows.map((row) => offerAt(row, now));
};

/** At its price of now, also one that is not for sale. */
export async function findProduct(db: Connection, id: number, now: Date): Promise<ProductRow | undefined> {
  const row = await selectProducts(db, now).where('products.id', '=', id).executeTakeFirst();
  return row && offerAt(row, now);
}

/** Plans that are for sale, at their price of now. */
export async function listPlanRows(db: Connection, now: Date): Promise<PlanRow[]> {
  const rows = await db.selectFrom('plans').selectAll().orderBy('position').orderBy('id').execute();
  return rows.filter((row) => isForSale(row, now)).map((row) => offerAt(row, now));
}

/** A plan that is for sale, at its price of now. */
export async function findPlan(db: Connection, id: number, now: Date): Promise<PlanRow | undefined> {
  const row = await db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst();
  return row && isForSale(row, now) ? offerAt(row, now) : undefined;
}
