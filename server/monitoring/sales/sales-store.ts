import { sql, type RawBuilder } from 'kysely';
import type { SoldKind } from '#contract/console/sales.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import { koreanDate } from '#server/lib/korean-time.ts';

interface Span {
  since: Date;
  until: Date;
}

export interface SaleSums {
  cnt_order: number;
  won: number;
  cnt_refund: number;
  won_refunded: number;
}

export interface SoldRow extends SaleSums {
  id: number;
  name: string;
  poster: string | null;
}

/** Of an account that was erased: what was bought is not known any more. */
const ERASED = 0;

const isIn = (column: string, { since, until }: Span) =>
  sql`${sql.ref(column)} >= ${since} and ${sql.ref(column)} < ${until}`;

/** The day in Korea, by arithmetic: engines may lack a table of time zones. */
const dayOf = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC' + interval '9 hours', 'YYYY-MM-DD')`;

/** Payments and refunds of a span, as rows of sums. */
const salesOf = (table: 'orders' | 'kept_orders', id: RawBuilder<unknown>, span: Span) => {
  const kind = sql`case when kind = 'membership' then 'plan' else 'title' end`;
  return sql`
    select day, kind, id, max(name), sum(cnt_order)::int, sum(won)::bigint, sum(cnt_refund)::int, sum(won_refunded)::bigint
    from (
      select ${dayOf('settled_at')} as day, ${kind} as kind, ${id} as id, name, 1 as cnt_order, price as won,
        0 as cnt_refund, 0 as won_refunded
      from ${sql.table(table)} where status in ('paid', 'refunded') and ${isIn('settled_at', span)}
      union all
      select ${dayOf('refunded_at')}, ${kind}, ${id}, name, 0, 0, 1, price
      from ${sql.table(table)} where status = 'refunded' and ${isIn('refunded_at', span)}
    ) as sold group by day, kind, id`;
};

async function insertSales(
  tx: Connection,
  table: 'orders' | 'kept_orders',
  id: RawBuilder<unknown>,
  span: Span,
): Promise<void> {
  await sql`insert into sale_days (day, kind, id, name, cnt_order, won, cnt_refund, won_refunded)
    ${salesOf(table, id, span)}`.execute(tx);
}

/** Replaces the sums of whole days. */
export const foldSaleDays = (transact: Transact, span: Span): Promise<void> =>
  transact(async (tx) => {
    await sql`delete from sale_days
      where day >= ${koreanDate(span.since)} and day < ${koreanDate(span.until)}`.execute(tx);
    await insertSales(tx, 'orders', sql`coalesce(plan_id, item_id)`, span);
    await insertSales(tx, 'kept_orders', sql`${sql.lit(ERASED)}`, span);
  });

/** Whole won stay exact in a float, which is added faster than a bigint. */
const sumsOfOrders = sql`sum(cnt_order)::int as cnt_order, sum(won::float8) as won`;
const sumsOfRefunds = sql`sum(cnt_refund)::int as cnt_refund, sum(won_refunded::float8) as won_refunded`;

/** Sums of all that was sold from a day on, by day. */
export async function listSaleDays(db: Connection, from: string): Promise<({ day: string } & SaleSums)[]> {
  const { rows } = await sql<{ day: string } & SaleSums>`
    select day, ${sumsOfOrders}, ${sumsOfRefunds} from sale_days where day >= ${from} group by day order by day`.execute(
    db,
  );
  return rows;
}

/** Titles or memberships by what was sold of them in some days, both included. */
export async function listSoldOf(
  db: Connection,
  { of, from, to, limit, offset }: { of: SoldKind; from: string; to: string; limit: number; offset: number },
): Promise<{ count: number; rows: SoldRow[] }> {
  const days = sql`sale_days where kind = ${of} and day >= ${from} and day <= ${to}`;
  const named = of === 'title' ? sql`items` : sql`plans`;
  const { rows } = await sql<SoldRow & { cnt: number }>`
    with sold as materialized (
      select id, ${sumsOfOrders} from ${days} group by id
    )
    select counted.cnt, page.*, refunded.cnt_refund, refunded.won_refunded,
      -- The name when it was sold, of what the catalogue has no more.
      coalesce(named.name, refunded.old_name) as name, ${of === 'title' ? sql`named.poster` : sql`null as poster`}
    from (select count(*)::int as cnt from sold) as counted
    left join (
      select * from sold order by won desc, cnt_order desc, id limit ${limit} offset ${offset}
    ) as page on true
    left join lateral (
      select ${sumsOfRefunds}, max(name) as old_name from ${days} and id = page.id
    ) as refunded on true
    left join ${named} as named on named.id = page.id
    order by won desc, cnt_order desc, page.id`.execute(db);
  return {
    count: rows[0]!.cnt,
    rows: rows.flatMap(({ cnt: _, ...row }) => (row.id === null ? [] : [row])),
  };
}
