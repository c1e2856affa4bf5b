import { sql } from 'kysely';
import { koreanDayOf } from '../db/korean-day.ts';
import type { Connection } from '../db/open.ts';
import { oldHours, withShortLocks, type Retention } from './rows-store.ts';

/** Events of one play log. */
interface EventsKey {
  account_id: string;
  play_log_id: string;
}

/**
 * Removes ad events received before an instant, of at most `limit` play logs, and adds them to the counts by day, ad,
 * break and kind. One statement does both, as in `foldPlayLogs`.
 *
 * @returns the number of removed events.
 */
async function foldAdEvents(db: Connection, before: Date, limit: number): Promise<number> {
  const { rows: old } = await sql<EventsKey>`
    select account_id, play_log_id from ad_events where received_at < ${before}
    order by received_at limit ${limit}`.execute(db);
  return old.length === 0 ? 0 : withShortLocks(db, (tx) => removeAndCount(tx, old, before));
}

async function removeAndCount(tx: Connection, old: readonly EventsKey[], before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with removed as (
      delete from ad_events
      using unnest(${old.map((one) => one.account_id)}::uuid[], ${old.map((one) => one.play_log_id)}::uuid[])
        as old (account_id, play_log_id)
      where ad_events.account_id = old.account_id and ad_events.play_log_id = old.play_log_id
        and ad_events.received_at < ${before}
      returning ad_events.received_at, ad_events.ad_id, ad_events.ad_break_id, ad_events.event
    ), counted as (
      insert into ad_days as known (day, ad_id, ad_break_id, event, cnt)
      select ${koreanDayOf('removed.received_at')} as day, ad_id, ad_break_id, event, count(*) from removed
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (day, ad_id, ad_break_id, event) do update set cnt = known.cnt + excluded.cnt
    )
    select count(*)::int as count from removed`.execute(tx);
  return rows[0]!.count;
}

export const adRows: readonly Retention[] = [
  {
    table: 'ad_events',
    lifetime: '90 days',
    why: 'time to check an invoice event by event; `ad_days` keeps the counts',
    days: 90,
    remove: foldAdEvents,
  },
  oldHours('ad_hours', ['ad_id'], 'as `quality_hours`; `ad_figures` keeps the days'),
];
