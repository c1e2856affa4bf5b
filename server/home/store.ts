import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';

export interface TouchedTitle {
  item_id: number;
  score: number | null;
  cnt_finished: number;
}

/** The titles that a profile rated or watched last, with its score and how many episodes it finished. */
export async function listTouchedTitles(db: Connection, profileId: string, limit: number): Promise<TouchedTitle[]> {
  const { rows } = await sql<TouchedTitle>`
    select item_id, max(score) as score, sum(finished)::int as cnt_finished from (
      select item_id, score, 0 as finished, updated_at from ratings where profile_id = ${profileId}
      union all
      select item_id, null, case when is_finished then 1 else 0 end, updated_at
      from playback_offsets where profile_id = ${profileId}
    ) as touched group by item_id order by max(updated_at) desc, item_id limit ${limit}`.execute(db);
  return rows;
}
