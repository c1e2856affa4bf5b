import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import { isOut, releasedEpisodes } from '../db/released-episodes.ts';

/** Episodes of a title that end at the same instant. */
export interface FoundLeaving {
  item_id: number;
  ends_at: Date;
  /** How many leave. */
  cnt: number;
  /** How many viewers see today. */
  cnt_shown: number;
  first_id: number;
  first_num: string;
}

export interface LeavingSpan {
  now: Date;
  until: Date;
  limit: number;
  /** All of this title; otherwise those of all titles that have no event yet. */
  itemId?: number;
}

/** Groups of episodes that viewers see and that end in the span, by title and end, the soonest first. */
export async function listLeaving(db: Connection, { now, until, limit, itemId }: LeavingSpan): Promise<FoundLeaving[]> {
  const isEnding = sql`ends_at > ${now} and ends_at <= ${until}`;
  const { rows } = await sql<FoundLeaving>`
    select item_id, ends_at, cnt_shown, count(*)::int as cnt, (array_agg(id order by "order"))[1] as first_id,
      (array_agg(episode_num order by "order"))[1] as first_num
    from (
      select id, item_id, "order", episode_num, ends_at, (count(*) over (partition by item_id))::int as cnt_shown
      from ${releasedEpisodes} as released
      where ${isOut('released', now)} and item_id in (
        ${
          itemId === undefined
            ? sql`select item_id from episodes where ${isEnding} union select id from items where ${isEnding}`
            : sql`${itemId}::int`
        })
    ) as shown
    where ends_at <= ${until} ${
      itemId === undefined
        ? sql`and not exists (select 1 from notification_fan_outs as known
            where known.kind = 'leaving' and known.item_id = shown.item_id and known.at = shown.ends_at)`
        : sql``
    }
    group by item_id, ends_at, cnt_shown order by ends_at, item_id limit ${limit}`.execute(db);
  return rows;
}
