import { sql } from 'kysely';
import { koreanDayOf } from '../db/korean-day.ts';
import type { Connection } from '../db/open.ts';
import type { ProfileRow } from '../db/tables.ts';
import { koreanDate } from '../lib/korean-time.ts';
import { NOTHING_WATCHED, type Watched } from './watch-time.ts';

type Key = Pick<ProfileRow, 'account_id' | 'id'>;

/** Finds the time that a profile has watched today. */
export const findWatched = async (db: Connection, { account_id, id }: Key, now: Date): Promise<Watched> =>
  (await db
    .selectFrom('watch_times')
    .select(['seconds', 'extra_seconds'])
    .where('account_id', '=', account_id)
    .where('profile_id', '=', id)
    .where('day', '=', koreanDate(now))
    .executeTakeFirst()) ?? NOTHING_WATCHED;

/**
 * Counts what a profile has watched today from its play logs, when it gets a daily time: until then reports counted
 * nothing.
 */
export async function countWatched(tx: Connection, { account_id, id }: Key, now: Date): Promise<void> {
  const day = koreanDate(now);
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(sum(total_play_time), 0)::int as seconds from play_logs
    where account_id = ${account_id} and profile_id = ${id}
      and opened_at > ${now}::timestamptz - interval '1 day' and ${koreanDayOf('opened_at')} = ${day}`.execute(tx);
  const { seconds } = rows[0]!;
  await tx
    .insertInto('watch_times')
    .values({ account_id, profile_id: id, day, seconds })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'profile_id', 'day'])
        .doUpdateSet({ seconds: sql`greatest(watch_times.seconds, excluded.seconds)` }),
    )
    .execute();
}

export async function setExtraSeconds(
  tx: Connection,
  { account_id, id }: Key,
  { now, extraSeconds }: { now: Date; extraSeconds: number },
): Promise<void> {
  await tx
    .insertInto('watch_times')
    .values({ account_id, profile_id: id, day: koreanDate(now), seconds: 0, extra_seconds: extraSeconds })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'profile_id', 'day']).doUpdateSet({ extra_seconds: extraSeconds }),
    )
    .execute();
}
