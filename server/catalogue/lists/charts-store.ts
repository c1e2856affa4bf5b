import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import type { ChartsTable } from '#server/db/tables.ts';

/** Counts of one title. */
export interface ItemCount {
  item_id: number;
  /** Accounts that watched, or ratings. */
  cnt: number;
  /** Sum of the ratings' scores; 0 for viewers. */
  sum: number;
}

/** Titles in a chart: every process holds the current ones in memory. */
const MOST_TITLES = 2_000;

/** A time span: start inclusive, end exclusive. */
export interface Span {
  since: Date;
  until: Date;
}

/**
 * Accounts that watched at least 3 minutes of a title, or half of a shorter episode (contract.md, section 8), from the
 * play logs opened in a span. An account counts once per title, whatever its profiles. Play logs older than the column
 * have the running time 0.
 */
export async function countViewers(db: Connection, { since, until }: Span): Promise<ItemCount[]> {
  const { rows } = await sql<ItemCount>`
    select item_id, count(distinct account_id)::int as cnt, 0 as sum
    from play_logs
    where opened_at >= ${since} and opened_at < ${until}
      and total_play_time >= case when running_time > 0 then least(180, running_time / 2.0) else 180 end
    group by item_id order by cnt desc, item_id limit ${MOST_TITLES}`.execute(db);
  return rows;
}

/** Ratings given in a span, per title. */
export async function countRatings(db: Connection, { since, until }: Span): Promise<ItemCount[]> {
  const { rows } = await sql<ItemCount>`
    select item_id, count(*)::int as cnt, sum(score) as sum
    from ratings where updated_at >= ${since} and updated_at < ${until}
    group by item_id order by cnt desc, item_id limit ${MOST_TITLES}`.execute(db);
  return rows;
}

type ChartKey = Pick<ChartsTable, 'kind' | 'counted_at'>;

export async function findChart(
  db: Connection,
  { kind, counted_at }: ChartKey,
): Promise<readonly ItemCount[] | undefined> {
  const found = await db
    .selectFrom('charts')
    .select('counts')
    .where('kind', '=', kind)
    .where('counted_at', '=', counted_at)
    .executeTakeFirst();
  return found?.counts;
}

/** The last chart before a slot, if it is not older than `since`. */
export async function findLatestChart(
  db: Connection,
  { kind, counted_at, since }: ChartKey & { since: Date },
): Promise<readonly ItemCount[] | undefined> {
  const found = await db
    .selectFrom('charts')
    .select('counts')
    .where('kind', '=', kind)
    .where('counted_at', '<', counted_at)
    .where('counted_at', '>=', since)
    .orderBy('counted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.counts;
}

/** Stores a chart unless another process has stored it, and removes charts of earlier slots. */
export async function saveChart(
  db: Connection,
  { kind, counted_at, counts, retainedSince }: ChartKey & { counts: readonly ItemCount[]; retainedSince: Date },
): Promise<void> {
  await db
    .insertInto('charts')
    .values({ kind, counted_at, counts: JSON.stringify(counts) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.deleteFrom('charts').where('kind', '=', kind).where('counted_at', '<', retainedSince).execute();
}
