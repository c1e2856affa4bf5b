import { sql, type Insertable } from 'kysely';
import type { PlatformName } from '#contract/platforms.ts';
import type { Connection } from '#server/db/open.ts';
import type { PlayLogRow, PlayLogsTable, PlayLogState } from '#server/db/tables.ts';

export interface PlayLogKey {
  accountId: string;
  playLogId: string;
}

/** Ends play logs of profiles that have no time left. */
export async function endOver(
  db: Connection,
  { accountId, id, endedAt }: { accountId: string; id: string; endedAt: Date },
): Promise<void> {
  await db
    .updateTable('play_logs')
    .set({ state: 'over', ended_at: endedAt })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('state', '=', 'active')
    .execute();
}

/** Active play logs, the oldest first. */
export const listActivePlayLogs = (
  tx: Connection,
  accountId: string,
  now: Date,
): Promise<Pick<PlayLogRow, 'id' | 'device_session_id'>[]> =>
  tx
    .selectFrom('play_logs')
    .select(['id', 'device_session_id'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'active')
    .where('expires_at', '>', now)
    .orderBy('opened_at')
    .orderBy('id')
    .execute();

/** The same for support, with who watches since when. */
export const listPlaying = (
  db: Connection,
  accountId: string,
  now: Date,
): Promise<Pick<PlayLogRow, 'id' | 'profile_id' | 'device_session_id' | 'opened_at'>[]> =>
  db
    .selectFrom('play_logs')
    .select(['id', 'profile_id', 'device_session_id', 'opened_at'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'active')
    .where('expires_at', '>', now)
    .orderBy('opened_at')
    .orderBy('id')
    .execute();

export async function endPlayLogs(
  tx: Connection,
  end: {
    accountId: string;
    ids: readonly string[];
    state: PlayLogState;
    endedAt: Date;
    /** Id of the device session that took over. */
    gaveWayTo?: string;
  },
): Promise<void> {
  if (end.ids.length === 0) return;
  // Locks in the order of ids, as the reports do, to prevent deadlocks.
  await sql`select 1 from play_logs where account_id = ${end.accountId} and id = any(${[...end.ids]}::uuid[])
    order by account_id, id for update`.execute(tx);
  await tx
    .updateTable('play_logs')
    .set({ state: end.state, ended_at: end.endedAt, gave_way_to: end.gaveWayTo ?? null })
    .where('account_id', '=', end.accountId)
    .where((eb) => eb('id', '=', sql<string>`any(${[...end.ids]}::uuid[])`))
    // A superseded play log may still send its last report; one whose right was revoked may not.
    .where('state', 'in', end.state === 'superseded' ? ['active'] : ['active', 'superseded'])
    .execute();
}

export async function insertPlayLog(tx: Connection, log: Insertable<PlayLogsTable>): Promise<void> {
  await tx.insertInto('play_logs').values(log).execute();
}

export const findPlayLog = (
  db: Connection,
  { accountId, playLogId }: PlayLogKey,
): Promise<
  Pick<PlayLogRow, 'id' | 'profile_id' | 'device_session_id' | 'episode_id' | 'state' | 'expires_at'> | undefined
> =>
  db
    .selectFrom('play_logs')
    .select(['id', 'profile_id', 'device_session_id', 'episode_id', 'state', 'expires_at'])
    .where('account_id', '=', accountId)
    .where('id', '=', playLogId)
    .executeTakeFirst();

/** The device that took over, and the profile watching there now, if any. */
export interface OtherPlayer {
  platform: PlatformName;
  name: string | null;
  model: string | null;
  profile_name: string | null;
}

/** The device that took over from a play log, and who watches there at `now`; `undefined` without such a device. */
export async function findOtherPlayer(
  db: Connection,
  { accountId, playLogId, now }: PlayLogKey & { now: Date },
): Promise<OtherPlayer | undefined> {
  const { rows } = await sql<OtherPlayer>`
    select device_sessions.platform, device_sessions.name, device_sessions.model, profiles.name as profile_name
    from play_logs
    join device_sessions on device_sessions.account_id = play_logs.account_id
      and device_sessions.id = play_logs.gave_way_to
    left join play_logs as playing on playing.account_id = play_logs.account_id
      and playing.device_session_id = play_logs.gave_way_to and playing.state = 'active' and playing.expires_at > ${now}
    left join profiles on profiles.account_id = playing.account_id and profiles.id = playing.profile_id
    where play_logs.account_id = ${accountId} and play_logs.id = ${playLogId}
    order by playing.opened_at desc nulls last limit 1`.execute(db);
  return rows[0];
}
