import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';

export interface TouchedTitle {
  profile_id: string;
  item_id: number;
  score: number | null;
  cnt_finished: number;
}

/** The titles that profiles rated or watched last, with the score and how many episodes they finished. */
export async function listTouchedTitles(
  db: Connection,
  profileIds: readonly string[],
  limit: number,
): Promise<TouchedTitle[]> {
  const { rows } = await sql<TouchedTitle>`
    select profile_id, item_id, score, cnt_finished from (
      select profile_id, item_id, max(score) as score, sum(finished)::int as cnt_finished,
        row_number() over (partition by profile_id order by max(updated_at) desc, item_id) as place
      from (
        select profile_id, item_id, score, 0 as finished, updated_at
        from ratings where profile_id = any(${[...profileIds]}::uuid[])
        union all
        select profile_id, item_id, null, case when is_finished then 1 else 0 end, updated_at
        from playback_offsets where profile_id = any(${[...profileIds]}::uuid[])
      ) as touched group by profile_id, item_id
    ) as placed where place <= ${limit} order by profile_id, place`.execute(db);
  return rows;
}
