import { sql, type Insertable } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import type { CrashesTable, CrashRow, PlaybackQualityTable, PlayLogRow } from '#server/db/tables.ts';

export const findPlayLog = (
  db: Connection,
  accountId: string,
  id: string,
): Promise<Pick<PlayLogRow, 'id' | 'episode_id' | 'expires_at' | 'total_play_time'> | undefined> =>
  db
    .selectFrom('play_logs')
    .select(['id', 'episode_id', 'expires_at', 'total_play_time'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Stores the quality of a play log, unless it has one. */
export async function insertQuality(db: Connection, row: Insertable<PlaybackQualityTable>): Promise<void> {
  await db
    .insertInto('playback_quality')
    .values(row)
    .onConflict((conflict) => conflict.columns(['account_id', 'play_log_id']).doNothing())
    .execute();
}

export type NewCrash = Insertable<CrashesTable>;

/**
 * Counts crashes with one statement; `cnt` is how many of a fingerprint came together. A known defect takes over the stack
 * of its latest crash. Beyond `most`, new ones replace those that were counted least, the oldest of them first: strangers
 * may invent reports, and must neither fill the table for good nor push out a defect that many sets have.
 */
export async function countCrashes(db: Connection, crashes: readonly NewCrash[], most: number): Promise<void> {
  // In one order, to prevent deadlocks between processes.
  const sorted = crashes.slice(0, most).sort((one, other) => (one.fingerprint < other.fingerprint ? -1 : 1));
  await sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(sorted)}::jsonb) as given (fingerprint text, platform text,
        engine text, app_version text, screen text, message text, stack text, cnt int, first_at timestamptz,
        last_at timestamptz)
    ),
    fresh as (
      select fingerprint from given where not exists (
        select 1 from crashes where crashes.fingerprint = given.fingerprint)
    ),
    evicted as (
      delete from crashes where fingerprint in (
        select fingerprint from crashes where fingerprint not in (select fingerprint from given)
        order by cnt, last_at, fingerprint
        limit greatest(0, (select count(*) from crashes) + (select count(*) from fresh) - ${most}::int)
        for update skip locked)
    )
    insert into crashes as known
      (fingerprint, platform, engine, app_version, screen, message, stack, cnt, first_at, last_at)
    select given.fingerprint, given.platform, given.engine, given.app_version, given.screen, given.message, given.stack,
      given.cnt, given.first_at, given.last_at
    from given
    on conflict (fingerprint) do update set
      cnt = known.cnt + excluded.cnt, last_at = greatest(known.last_at, excluded.last_at),
      platform = excluded.platform, engine = excluded.engine, app_version = excluded.app_version,
      screen = excluded.screen, stack = excluded.stack`.execute(db);
}

export const countCrashRows = async (db: Connection): Promise<number> =>
  (
    await db
      .selectFrom('crashes')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
  ).count;

/** The latest first. */
export const listCrashes = (
  db: Connection,
  { limit, offset, since }: { limit: number; offset: number; since?: Date },
): Promise<CrashRow[]> =>
  db
    .selectFrom('crashes')
    .selectAll()
    .$if(since !== undefined, (query) => query.where('last_at', '>', since!))
    .orderBy('last_at', 'desc')
    .orderBy('fingerprint')
    .limit(limit)
    .offset(offset)
    .execute();

export const findCrash = (db: Connection, fingerprint: string): Promise<CrashRow | undefined> =>
  db.selectFrom('crashes').selectAll().where('fingerprint', '=', fingerprint).executeTakeFirst();
