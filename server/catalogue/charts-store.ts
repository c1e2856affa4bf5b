import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';

/** Plays of titles since an instant, and the profiles that played them. */
export async function countViewersSince(
  db: Connection,
  since: Date,
): Promise<{ item_id: number; viewers: number; plays: number }[]> {
  const { rows } = await sql<{ item_id: number; viewers: number; plays: number }>`
    select item_id, count(distinct profile_id)::int as viewers, count(*)::int as plays
    from play_logs where opened_at >= ${since} group by item_id`.execute(db);
  return rows;
}

export interface RecentRatings {
  item_id: number;
  cnt: number;
  sum: number;
}

/** Ratings of titles given since an instant. */
export async function countRatingsSince(db: Connection, since: Date): Promise<RecentRatings[]> {
  const { rows } = await sql<RecentRatings>`
    select item_id, count(*)::int as cnt, sum(score) as sum
    from ratings where updated_at >= ${since} group by item_id`.execute(db);
  return rows;
}

/** Titles that have ratings, by their average, the best first, then by the number of ratings. */
export async function listRated(db: Connection): Promise<number[]> {
  const rows = await db
    .selectFrom('item_figures')
    .innerJoin('items', 'items.id', 'item_figures.item_id')
    .select('items.id')
    .where('cnt_rating', '>', 0)
    .orderBy(sql`sum_rating / cnt_rating`, 'desc')
    .orderBy('cnt_rating', 'desc')
    .orderBy('items.position')
    .orderBy('items.id')
    .execute();
  return rows.map(({ id }) => id);
}
