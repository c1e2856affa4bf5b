import { sql } from 'kysely';
import { koreanDayOf } from '../db/korean-day.ts';
import type { Connection } from '../db/open.ts';
import { byAccount } from './by-account.ts';
import { removeRows } from './rows-store.ts';

/**
 * Removes ad events received before an instant, of at most `limit` play logs, and adds them to the counts by day, ad,
 * break and kind. One statement does both for an account, so each event is counted in exactly one of the two places.
 *
 * @returns the number of removed events.
 */
export async function foldAdEvents(db: Connection, before: Date, limit: number): Promise<number> {
  const { rows: found } = await sql<{ account_id: string; id: string }>`
    select account_id, play_log_id as id from ad_events where received_at < ${before}
    order by received_at limit ${limit}`.execute(db);
  return byAccount(found, (accountId, ids) => foldAdEventsOf(db, accountId, ids, before));
}

/** The day is computed after the removal: a cluster's `returning` has only functions that no setting influences. */
async function foldAdEventsOf(
  db: Connection,
  accountId: string,
  playLogIds: readonly string[],
  before: Date,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with old as materialized (
      select play_log_id, ad_break_id, ad_id, event, position from ad_events
      where account_id = ${accountId} and play_log_id = any(${playLogIds}::uuid[]) and received_at < ${before}
      for update skip locked
    ), removed as (
      delete from ad_events using old
      where ad_events.account_id = ${accountId} and ad_events.play_log_id = old.play_log_id
        and ad_events.ad_break_id = old.ad_break_id and ad_events.ad_id = old.ad_id and ad_events.event = old.event
        and ad_events.position = old.position
      returning ad_events.received_at, ad_events.ad_id, ad_events.ad_break_id, ad_events.event
    ), counted as (
      insert into ad_days as known (day, ad_id, ad_break_id, event, cnt)
      select ${koreanDayOf('removed.received_at')} as day, ad_id, ad_break_id, event, count(*) from removed
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (day, ad_id, ad_break_id, event) do update set cnt = known.cnt + excluded.cnt
    )
    select count(*)::int as count from removed`.execute(db);
  return rows[0]!.count;
}

export const removeAdHours = (db: Connection, before: Date, limit: number): Promise<number> =>
  removeRows(db, { table: 'ad_hours', key: ['hour', 'ad_id'], isOld: sql`hour < ${before}` }, limit);
