import { sql, type RawBuilder } from 'kysely';
import type { OfferQuery, OfferState } from '#contract/console/offers.ts';
import type { PlanSale, ProductSale } from '#server/catalogue/format/index.ts';
import type { Connection } from '#server/db/open.ts';
import type { PlanRow, ProductRow } from '#server/db/tables.ts';

/** A product with the names of what it sells. */
export interface OperatedProductRow extends ProductRow {
  item_name: string;
  /** Null for the whole title. */
  episode_num: string | null;
}

export interface OfferFilter extends Partial<Pick<OfferQuery, 'keyword' | 'state'>> {
  id?: number | undefined;
  now: Date;
}

type Part = Pick<OfferQuery, 'limit' | 'offset'>;

/** `saleStateOf` in SQL. */
const stateAt = (sale: RawBuilder<unknown>, now: Date) => sql<OfferState>`case
  when (${sale}->>'ends_at')::timestamptz <= ${now} then 'ended'
  when (${sale}->>'is_paused')::boolean then 'paused'
  when (${sale}->>'starts_at')::timestamptz > ${now} then 'scheduled'
  else 'sold' end`;

const wantedOf = (keyword = '') => keyword.normalize('NFC').trim().toLowerCase();

const planCondition = ({ id, keyword, state, now }: OfferFilter) => sql`true
  ${id === undefined ? sql`` : sql`and plans.id = ${id}`}
  ${wantedOf(keyword) === '' ? sql`` : sql`and position(${wantedOf(keyword)} in lower(plans.name)) > 0`}
  ${state === undefined ? sql`` : sql`and ${stateAt(sql`plans.sale`, now)} = ${state}`}`;

export async function listPlans(db: Connection, filter: OfferFilter, { limit, offset }: Part): Promise<PlanRow[]> {
  const { rows } = await sql<PlanRow>`
    select * from plans where ${planCondition(filter)} order by "position", id limit ${limit} offset ${offset}`.execute(
    db,
  );
  return rows;
}

export async function countPlans(db: Connection, filter: OfferFilter): Promise<number> {
  const { rows } = await sql<{ cnt: number }>`
    select count(*)::int as cnt from plans where ${planCondition(filter)}`.execute(db);
  return rows[0]!.cnt;
}

/** Adds a plan behind all others. */
export async function insertPlan(
  tx: Connection,
  { sale, ...plan }: Omit<PlanRow, 'position' | 'sale'> & { sale: PlanSale | null },
): Promise<void> {
  const last = await tx
    .selectFrom('plans')
    .select((eb) => eb.fn.max('position').as('position'))
    .executeTakeFirst();
  const position = (last?.position ?? -1) + 1;
  await tx
    .insertInto('plans')
    .values({ ...plan, position, sale: sale && JSON.stringify(sale) })
    .execute();
}

export async function updatePlan(
  tx: Connection,
  id: number,
  { sale, ...fields }: Pick<PlanRow, 'name' | 'price' | 'days'> & { sale: PlanSale | null },
): Promise<void> {
  await tx
    .updateTable('plans')
    .set({ ...fields, sale: sale && JSON.stringify(sale) })
    .where('id', '=', id)
    .execute();
}

const productCondition = ({ id, keyword, state, now }: OfferFilter) => {
  const wanted = wantedOf(keyword);
  return sql`true
    ${id === undefined ? sql`` : sql`and products.id = ${id}`}
    ${wanted === '' ? sql`` : sql`and (position(${wanted} in lower(products.name)) > 0 or position(${wanted} in lower(items.name)) > 0)`}
    ${state === undefined ? sql`` : sql`and ${stateAt(sql`products.sale`, now)} = ${state}`}`;
};

export async function listProducts(
  db: Connection,
  filter: OfferFilter,
  { limit, offset }: Part,
): Promise<OperatedProductRow[]> {
  const { rows } = await sql<OperatedProductRow>`
    select products.*, items.name as item_name, episodes.episode_num
    from products join items on items.id = products.item_id left join episodes on episodes.id = products.episode_id
    where ${productCondition(filter)}
    order by items."position", items.id, products."position", products.id limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countProducts(db: Connection, filter: OfferFilter): Promise<number> {
  const { rows } = await sql<{ cnt: number }>`
    select count(*)::int as cnt from products join items on items.id = products.item_id
    where ${productCondition(filter)}`.execute(db);
  return rows[0]!.cnt;
}

export async function updateProduct(
  tx: Connection,
  id: number,
  { sale, ...fields }: Pick<ProductRow, 'name' | 'price'> & { sale: ProductSale | null },
): Promise<void> {
  await tx
    .updateTable('products')
    .set({ ...fields, sale: sale && JSON.stringify(sale) })
    .where('id', '=', id)
    .execute();
}
