import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { ProfileRow } from '../db/tables.ts';

type Key = Pick<ProfileRow, 'account_id' | 'id'>;

export interface Totals {
  total_play_time: number;
  cnt_episode: number;
  cnt_item: number;
  cnt_rating: number;
  cnt_short_review: number;
}

export async function findTotals(db: Connection, { account_id, id }: Key): Promise<Totals> {
  const { rows } = await sql<Totals>`
    select coalesce(sum(total_play_time), 0)::float8 as total_play_time,
      count(distinct episode_id)::int as cnt_episode, count(distinct item_id)::int as cnt_item,
      (select count(*)::int from ratings where profile_id = ${id}) as cnt_rating,
      (select count(*)::int from short_reviews where account_id = ${account_id} and profile_id = ${id})
        as cnt_short_review
    from play_logs where profile_id = ${id} and account_id = ${account_id} and total_play_time > 0`.execute(db);
  return rows[0] as Totals;
}

/** Seconds watched of each genre, the most first; a title counts for each of its genres. */
export async function listPlayTimeByGenre(
  db: Connection,
  { account_id, id }: Key,
): Promise<{ genre: string; play_time: number }[]> {
  const { rows } = await sql<{ genre: string; play_time: number }>`
    select genre, sum(total_play_time)::float8 as play_time
    from play_logs join items on items.id = play_logs.item_id cross join lateral unnest(items.genres) as genre
    where profile_id = ${id} and account_id = ${account_id} and total_play_time > 0
    group by genre order by play_time desc, genre`.execute(db);
  return rows;
}

/** Seconds watched on each day in Korea from an instant on; days without are left out. */
export async function listPlayTimeByDay(
  db: Connection,
  { account_id, id }: Key,
  since: Date,
): Promise<{ date: string; play_time: number }[]> {
  const { rows } = await sql<{ date: string; play_time: number }>`
    select to_char((opened_at at time zone 'UTC') + interval '9 hours', 'YYYY-MM-DD') as date,
      sum(total_play_time)::float8 as play_time
    from play_logs where profile_id = ${id} and account_id = ${account_id} and opened_at >= ${since}
    group by date`.execute(db);
  return rows;
}
