import { sql } from 'kysely';
import { koreanDayOf } from '../db/korean-day.ts';
import type { Connection } from '../db/open.ts';
import { removeRows } from './rows-store.ts';

/**
 * Removes at most `limit` ad events received before an instant, and adds them to the counts by day, ad, break and kind
 * in the same statement.
 *
 * @returns the number of removed events.
 */
export async function foldAdEvents(db: Connection, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with old as materialized (
      select account_id, play_log_id, ad_break_id, ad_id, event, position from ad_events where received_at < ${before}
      order by received_at limit ${limit} for update skip locked
    ), removed as (
      delete from ad_events using old
      where ad_events.account_id = old.account_id and ad_events.play_log_id = old.play_log_id
        and ad_events.ad_break_id = old.ad_break_id and ad_events.ad_id = old.ad_id and ad_events.event = old.event and ad_events.position = old.position
      returning ${koreanDayOf('ad_events.received_at')} as day, ad_events.ad_id, ad_events.ad_break_id, ad_events.event
    ), counted as (
      insert into ad_days as known (day, ad_id, ad_break_id, event, cnt)
      select day, ad_id, ad_break_id, event, count(*) from removed group by day, ad_id, ad_break_id, event
      order by day, ad_id, ad_break_id, event
      on conflict (day, ad_id, ad_break_id, event) do update set cnt = known.cnt + excluded.cnt
    )
    select count(*)::int as count from removed`.execute(db);
  return rows[0]!.count;
}

export const removeAdHours = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(db, { table: 'ad_hours', key: ['hour', 'ad_id'], isOld: sql`hour < ${before}` }, limit);
