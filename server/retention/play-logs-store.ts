import { sql } from 'kysely';
import { koreanDayOf } from '../db/korean-day.ts';
import type { Connection } from '../db/open.ts';
import type { PlayLogRow } from '../db/tables.ts';
import { byOwner } from './by-owner.ts';
import { withShortLocks, type Retention } from './rows-store.ts';

/**
 * Ends at most `limit` expired play logs, even if the television never came back. Skips rows that a report or another
 * process has locked; the next run handles them.
 *
 * @returns the number of ended play logs.
 */
export async function expirePlayLogs(db: Connection, now: Date, limit: number): Promise<number> {
  const isDue = sql`play_logs.state in ('active', 'superseded') and play_logs.expires_at <= ${now}`;
  const { rows: found } = await sql<{ owner: string }>`
    select account_id as owner from play_logs where ${isDue} order by expires_at limit ${limit}`.execute(db);
  return byOwner(found, limit, async (accountId, left) => {
    const { rows } = await sql<{ count: number }>`
      with due as materialized (
        select id from play_logs where account_id = ${accountId} and ${isDue} limit ${left} for update skip locked
      ), ended as (
        update play_logs set state = 'expired', ended_at = coalesce(play_logs.ended_at, play_logs.expires_at)
        from due where play_logs.account_id = ${accountId} and play_logs.id = due.id and ${isDue}
        returning 1
      )
      select count(*)::int as count from ended`.execute(db);
    return rows[0]!.count;
  });
}

type PlayLogKey = Pick<PlayLogRow, 'account_id' | 'id'>;

/**
 * Removes at most `limit` play logs opened before an instant, and adds them to the daily sums of existing profiles. One
 * statement does both, so each play log is counted in exactly one of the two places. It takes no locks beforehand, so that a
 * cluster runs it on several shards: no report reaches play logs of that age, and an erasure deletes them too. The day is
 * computed after the removal: a cluster's `returning` has only functions that no setting influences.
 *
 * @returns the number of removed play logs.
 */
async function foldPlayLogs(db: Connection, before: Date, limit: number): Promise<number> {
  const { rows: old } = await sql<PlayLogKey>`
    select account_id, id from play_logs where opened_at < ${before} order by opened_at limit ${limit}`.execute(db);
  return old.length === 0 ? 0 : withShortLocks(db, (tx) => removeAndSum(tx, old, before));
}

async function removeAndSum(tx: Connection, old: readonly PlayLogKey[], before: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with removed as (
      delete from play_logs
      using unnest(${old.map((one) => one.account_id)}::uuid[], ${old.map(({ id }) => id)}::uuid[]) as old (account_id, id)
      where play_logs.account_id = old.account_id and play_logs.id = old.id and play_logs.opened_at < ${before}
      returning play_logs.account_id, play_logs.profile_id, play_logs.episode_id, play_logs.item_id,
        play_logs.total_play_time, play_logs.opened_at,
        coalesce(play_logs.reported_at, play_logs.opened_at) as watched_at
    ), summed as (
      insert into watch_days as known (account_id, profile_id, day, episode_id, item_id, play_time, watched_at)
      select profiles.account_id, profiles.id, ${koreanDayOf('removed.opened_at')} as day, episode_id, max(item_id),
        sum(total_play_time), max(watched_at)
      from removed
      join profiles on profiles.account_id = removed.account_id and profiles.id = removed.profile_id
      where total_play_time > 0
      group by profiles.account_id, profiles.id, day, episode_id
      order by profiles.account_id, profiles.id, day, episode_id
      on conflict (account_id, profile_id, day, episode_id) do update
        set play_time = known.play_time + excluded.play_time, watched_at = greatest(known.watched_at, excluded.watched_at)
    )
    select count(*)::int as count from removed`.execute(tx);
  return rows[0]!.count;
}

export const playLogRows: readonly Retention[] = [
  {
    table: 'play_logs',
    lifetime: '90 days after opening',
    why: 'charts and disputes look at recent ones; `watch_days` keeps the sums',
    days: 90,
    remove: foldPlayLogs,
  },
];
