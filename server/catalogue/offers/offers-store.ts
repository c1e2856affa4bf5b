import { sql, type RawBuilder } from 'kysely';
import type { OfferQuery, OfferState } from '#contract/console/offers.ts';
import type { PlanSale, ProductSale } from '#server/catalogue/format/index.ts';
import { comparable } from '#server/catalogue/prepared-operated.ts';
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

/** With the word in its own name, or in one of its title's. */
function productNamed(keyword: string | undefined): RawBuilder<unknown> {
  const wanted = wantedOf(keyword);
  if (wanted === '') return sql``;
  const isTitle = sql`item_id in (select item_id from prepared_operated where position(${comparable(wanted)} in names) > 0)`;
  return sql`and (position(${wanted} in lower(products.name)) > 0
    ${comparable(wanted) === '' ? sql`` : sql`or products.${isTitle}`})`;
}

const productCondition = ({ id, keyword, state, now }: OfferFilter) => sql`true
  ${id === undefined ? sql`` : sql`and products.id = ${id}`}
  ${productNamed(keyword)}
  ${state === undefined ? sql`` : sql`and ${stateAt(sql`products.sale`, now)} = ${state}`}`;

/** Products in the order of their titles, and how many there are. */
export async function listProducts(
  db: Connection,
  filter: OfferFilter,
  { limit, offset }: Part,
): Promise<{ count: number; rows: OperatedProductRow[] }> {
  const isFiltered = wantedOf(filter.keyword) !== '' || filter.state !== undefined;
  const { rows } = await sql<{ cnt: number } & (OperatedProductRow | { id: null })>`
    with found as ${isFiltered ? sql`materialized` : sql`not materialized`} (
      select * from products where ${productCondition(filter)}
    ), page as (
      select found.*, items.name as item_name, items."position" as item_position
      from found join items on items.id = found.item_id
      order by items."position", items.id, found."position", found.id limit ${limit} offset ${offset}
    )
    select counted.cnt, page.*, episodes.episode_num
    from (select count(*)::int as cnt from found) as counted
    left join page on true left join episodes on episodes.id = page.episode_id
    order by page.item_position, page.item_id, page."position", page.id`.execute(db);
  return {
    count: rows[0]!.cnt,
    rows: rows.flatMap(({ cnt: _, ...row }) => (row.id === null ? [] : [row])),
  };
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
