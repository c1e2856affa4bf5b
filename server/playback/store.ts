import { sql, type Insertable } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { PlaybackOffsetRow, PlayLogRow, PlayLogsTable, PlayLogState } from '../db/tables.ts';

/** Lets one video call of an account after the other decide who keeps playing. */
export async function lockAccount(tx: Connection, accountId: string): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forUpdate().executeTakeFirst();
}

/** The play logs that may report, the one opened longest ago first. */
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

export async function endPlayLogs(
  tx: Connection,
  end: { accountId: string; ids: readonly string[]; state: PlayLogState; endedAt: Date },
): Promise<void> {
  if (end.ids.length === 0) return;
  // Locked in the order of their ids, as the reports do, so that neither waits for the other for ever.
  await sql`select 1 from play_logs where account_id = ${end.accountId} and id = any(${[...end.ids]}::uuid[])
    order by account_id, id for update`.execute(tx);
  await tx
    .updateTable('play_logs')
    .set({ state: end.state, ended_at: end.endedAt })
    .where('account_id', '=', end.accountId)
    .where((eb) => eb('id', '=', sql<string>`any(${[...end.ids]}::uuid[])`))
    .where('state', '=', 'active')
    .execute();
}

export async function insertPlayLog(tx: Connection, log: Insertable<PlayLogsTable>): Promise<void> {
  await tx.insertInto('play_logs').values(log).execute();
}

/** A play log with what its rules need to know about the episode. */
export interface ReportedPlayLog extends PlayLogRow {
  running_time: number;
  outro_start: number | null;
}

/** Locks and reads play logs, in the order of their ids. */
export async function lockPlayLogs(
  tx: Connection,
  keys: readonly { account_id: string; id: string }[],
): Promise<ReportedPlayLog[]> {
  const { rows } = await sql<ReportedPlayLog>`
    select play_logs.*, coalesce(episodes.running_time, 0) as running_time,
      (clips.outro ->> 'start')::int as outro_start
    from play_logs
    join jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as wanted (account_id uuid, id uuid)
      on wanted.account_id = play_logs.account_id and wanted.id = play_logs.id
    left join episodes on episodes.id = play_logs.episode_id
    left join clips on clips.id = episodes.clip_id
    order by play_logs.account_id, play_logs.id
    for update of play_logs`.execute(tx);
  return rows;
}

export type PlayLogChange = Pick<
  PlayLogRow,
  'account_id' | 'id' | 'state' | 'ended_at' | 'total_play_time' | 'play_end_offset' | 'is_player_exit' | 'reported_at'
>;

export async function updatePlayLogs(tx: Connection, changes: readonly PlayLogChange[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    update play_logs set state = changed.state, ended_at = changed.ended_at,
      total_play_time = changed.total_play_time, play_end_offset = changed.play_end_offset,
      is_player_exit = changed.is_player_exit, reported_at = changed.reported_at
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as changed (account_id uuid, id uuid, state text,
      ended_at timestamptz, total_play_time int, play_end_offset bigint, is_player_exit boolean,
      reported_at timestamptz)
    where play_logs.account_id = changed.account_id and play_logs.id = changed.id`.execute(tx);
}

export interface OffsetMove extends PlaybackOffsetRow {
  /** The move is dropped where a later playback has moved the offset since; null when it always counts. */
  unless_moved_since: Date | null;
}

/** Moves offsets; at most one move per profile and episode. */
export async function moveOffsets(tx: Connection, moves: readonly OffsetMove[]): Promise<void> {
  if (moves.length === 0) return;
  await sql`
    insert into playback_offsets as known (profile_id, episode_id, item_id, "offset", is_finished, updated_at)
    select profile_id, episode_id, item_id, "offset", is_finished, updated_at
    from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as moved (profile_id uuid, episode_id int, item_id int,
      "offset" int, is_finished boolean, updated_at timestamptz, unless_moved_since timestamptz)
    where moved.unless_moved_since is null or not exists (
      select 1 from playback_offsets as later where later.profile_id = moved.profile_id
        and later.episode_id = moved.episode_id and later.updated_at > moved.unless_moved_since)
    order by profile_id, episode_id
    on conflict (profile_id, episode_id) do update set
      "offset" = excluded."offset", is_finished = excluded.is_finished, updated_at = excluded.updated_at`.execute(tx);
}

/** Where profiles stand in episodes, in any order. */
export async function listOffsetRows(
  db: Connection,
  keys: readonly { profile_id: string; episode_id: number }[],
): Promise<PlaybackOffsetRow[]> {
  const { rows } = await sql<PlaybackOffsetRow>`
    select places.* from playback_offsets as places
    join (select distinct profile_id, episode_id
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as given (profile_id uuid, episode_id int)) as asked
    on asked.profile_id = places.profile_id and asked.episode_id = places.episode_id`.execute(db);
  return rows;
}

/** The last offset that each profile moved in each title, the newest first. */
export async function listLastOffsets(db: Connection, profileIds: readonly string[]): Promise<PlaybackOffsetRow[]> {
  const last = db
    .selectFrom('playback_offsets')
    .where((eb) => eb('profile_id', '=', sql<string>`any(${[...profileIds]}::uuid[])`))
    .distinctOn(['profile_id', 'item_id'])
    .selectAll()
    .orderBy('profile_id')
    .orderBy('item_id')
    .orderBy('updated_at', 'desc')
    .orderBy('episode_id', 'desc');
  return db.selectFrom(last.as('last')).selectAll().orderBy('updated_at', 'desc').orderBy('item_id').execute();
}
