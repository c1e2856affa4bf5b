import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { ProfileRow } from '../db/tables.ts';
import { watchedBy } from '../db/watched.ts';

type Key = Pick<ProfileRow, 'account_id' | 'id'>;

export interface Totals {
  total_play_time: number;
  cnt_episode: number;
  cnt_item: number;
  cnt_rating: number;
  cnt_short_review: number;
}

/** Counts episodes that were begun, finished or marked as watched; an episode without an offset is unmarked or removed. */
export async function findTotals(db: Connection, key: Key): Promise<Totals> {
  const { rows } = await sql<Totals>`
    with seen as materialized (select * from ${watchedBy(key)}), counted as (
      select count(*)::int as cnt_episode, count(distinct item_id)::int as cnt_item from playback_offsets as places
      where places.account_id = ${key.account_id} and places.profile_id = ${key.id}
        and (places.is_finished or places."offset" > 0
          or exists (select 1 from seen where seen.episode_id = places.episode_id))
    )
    select coalesce((select sum(play_time) from seen), 0)::float8 as total_play_time, counted.*,
      (select count(*)::int from ratings where account_id = ${key.account_id} and profile_id = ${key.id}) as cnt_rating,
      (select count(*)::int from short_reviews where account_id = ${key.account_id} and profile_id = ${key.id})
        as cnt_short_review
    from counted`.execute(db);
  return rows[0] as Totals;
}

/** Seconds watched per genre, the most first; a title counts for each of its genres. */
export async function listPlayTimeByGenre(db: Connection, key: Key): Promise<{ genre: string; play_time: number }[]> {
  const { rows } = await sql<{ genre: string; play_time: number }>`
    select genre, sum(play_time)::float8 as play_time
    from ${watchedBy(key)} join items on items.id = watched.item_id cross join lateral unnest(items.genres) as genre
    group by genre order by play_time desc, genre`.execute(db);
  return rows;
}

/** Seconds watched per day in Korea since a day (`YYYY-MM-DD`); omits days without any. */
export async function listPlayTimeByDay(
  db: Connection,
  key: Key,
  since: string,
): Promise<{ date: string; play_time: number }[]> {
  const { rows } = await sql<{ date: string; play_time: number }>`
    select day as date, sum(play_time)::float8 as play_time
    from ${watchedBy(key)} where day >= ${since} group by day`.execute(db);
  return rows;
}
