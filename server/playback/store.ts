import { sql, type Insertable } from 'kysely';
import type { Connection } from '../db/open.ts';
import type {
  PlaybackOffsetRow,
  PlayLogRow,
  PlayLogsTable,
  PlayLogState,
  StartAgainRemovalsTable,
} from '../db/tables.ts';
import type { OtherPlayer } from './other-player.ts';

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
  end: {
    accountId: string;
    ids: readonly string[];
    state: PlayLogState;
    endedAt: Date;
    /** Id of the device session that plays instead. */
    gaveWayTo?: string;
  },
): Promise<void> {
  if (end.ids.length === 0) return;
  // Locked in the order of their ids, as the reports do, so that neither waits for the other for ever.
  await sql`select 1 from play_logs where account_id = ${end.accountId} and id = any(${[...end.ids]}::uuid[])
    order by account_id, id for update`.execute(tx);
  await tx
    .updateTable('play_logs')
    .set({ state: end.state, ended_at: end.endedAt, gave_way_to: end.gaveWayTo ?? null })
    .where('account_id', '=', end.accountId)
    .where((eb) => eb('id', '=', sql<string>`any(${[...end.ids]}::uuid[])`))
    // Who may not go on may not tell how it left either.
    .where('state', 'in', end.state === 'deactivated' ? ['active', 'superseded'] : ['active'])
    .execute();
}

export async function insertPlayLog(tx: Connection, log: Insertable<PlayLogsTable>): Promise<void> {
  await tx.insertInto('play_logs').values(log).execute();
}

/** The device that a play log gave way to, and who plays there at `now`; `undefined` when it gave way to none. */
export async function findOtherPlayer(
  db: Connection,
  { accountId, playLogId, now }: { accountId: string; playLogId: string; now: Date },
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

/** Play logs by their keys, in any order; without those that are not there. */
export async function listPlayLogs(
  db: Connection,
  keys: readonly { account_id: string; id: string }[],
): Promise<PlayLogRow[]> {
  const { rows } = await sql<PlayLogRow>`
    select play_logs.*
    from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as wanted (account_id uuid, id uuid)
    join play_logs on play_logs.account_id = wanted.account_id and play_logs.id = wanted.id`.execute(db);
  return rows;
}

/** What reports change of a play log. */
type Reportable = Pick<PlayLogRow, 'state' | 'total_play_time' | 'play_end_offset' | 'is_player_exit'>;

/** A play log after its reports, and where it moves the profile's offset. */
export interface PlayLogChange extends Reportable, Pick<PlayLogRow, 'account_id' | 'id' | 'ended_at' | 'reported_at'> {
  /** As it was when the reports were judged. */
  was: Reportable;
  /** At most one change of a batch moves the offset of a profile in an episode. */
  move: OffsetMove | null;
}

export interface OffsetMove extends PlaybackOffsetRow {
  /** The move is dropped where a later playback has moved the offset since; null when it always counts. */
  unless_moved_since: Date | null;
}

/**
 * Writes play logs and offsets with one statement, which is a transaction of its own. A play log that is no longer as
 * it was judged is left alone, and its offset with it.
 *
 * @returns the ids of those that were written.
 */
export async function writeReports(db: Connection, changes: readonly PlayLogChange[]): Promise<Set<string>> {
  if (changes.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    with changed as (
      select * from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as given (account_id uuid, id uuid,
        state text, ended_at timestamptz, total_play_time int, play_end_offset bigint, is_player_exit boolean,
        reported_at timestamptz, was jsonb, move jsonb)
    ), written as (
      update play_logs set state = changed.state, ended_at = changed.ended_at,
        total_play_time = changed.total_play_time, play_end_offset = changed.play_end_offset,
        is_player_exit = changed.is_player_exit, reported_at = changed.reported_at
      from changed
      where play_logs.account_id = changed.account_id and play_logs.id = changed.id
        and play_logs.state = changed.was ->> 'state'
        and play_logs.total_play_time = (changed.was ->> 'total_play_time')::int
        and play_logs.play_end_offset = (changed.was ->> 'play_end_offset')::bigint
        and play_logs.is_player_exit = (changed.was ->> 'is_player_exit')::boolean
      returning play_logs.id, changed.move
    ), moved as (
      insert into playback_offsets (profile_id, episode_id, item_id, "offset", is_finished, updated_at)
      select one.profile_id, one.episode_id, one.item_id, one."offset", one.is_finished, one.updated_at
      from written, jsonb_to_record(written.move) as one (profile_id uuid, episode_id int, item_id int,
        "offset" int, is_finished boolean, updated_at timestamptz, unless_moved_since timestamptz)
      where jsonb_typeof(written.move) = 'object' and (one.unless_moved_since is null or not exists (
        select 1 from playback_offsets as later where later.profile_id = one.profile_id
          and later.episode_id = one.episode_id and later.updated_at > one.unless_moved_since))
      order by one.profile_id, one.episode_id
      on conflict (profile_id, episode_id) do update set
        "offset" = excluded."offset", is_finished = excluded.is_finished, updated_at = excluded.updated_at
    )
    select id from written`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** A profile and an episode. */
export type OffsetKey = Pick<PlaybackOffsetRow, 'profile_id' | 'episode_id'>;

/** Where profiles stand in episodes, in any order. */
export async function listOffsetRows(db: Connection, keys: readonly OffsetKey[]): Promise<PlaybackOffsetRow[]> {
  const { rows } = await sql<PlaybackOffsetRow>`
    select places.* from playback_offsets as places
    join (select distinct profile_id, episode_id
      from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as given (profile_id uuid, episode_id int)) as asked
    on asked.profile_id = places.profile_id and asked.episode_id = places.episode_id`.execute(db);
  return rows;
}

/** Hides a title from what a profile has begun, as of `removed_at`. */
export async function saveStartAgainRemoval(db: Connection, removal: StartAgainRemovalsTable): Promise<void> {
  await db
    .insertInto('start_again_removals')
    .values(removal)
    .onConflict((conflict) =>
      conflict.columns(['profile_id', 'item_id']).doUpdateSet({ removed_at: removal.removed_at }),
    )
    .execute();
}

export async function deleteStartAgainRemoval(db: Connection, profileId: string, itemId: number): Promise<void> {
  await db
    .deleteFrom('start_again_removals')
    .where('profile_id', '=', profileId)
    .where('item_id', '=', itemId)
    .execute();
}

/** The last offset that each profile moved in each title, the newest first; without titles it took away since. */
export async function listBegun(db: Connection, profileIds: readonly string[]): Promise<PlaybackOffsetRow[]> {
  const last = db
    .selectFrom('playback_offsets')
    .where((eb) => eb('profile_id', '=', sql<string>`any(${[...profileIds]}::uuid[])`))
    .distinctOn(['profile_id', 'item_id'])
    .selectAll()
    .orderBy('profile_id')
    .orderBy('item_id')
    .orderBy('updated_at', 'desc')
    .orderBy('episode_id', 'desc');
  return db
    .selectFrom(last.as('last'))
    .selectAll()
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('start_again_removals as removals')
            .select('removals.item_id')
            .whereRef('removals.profile_id', '=', 'last.profile_id')
            .whereRef('removals.item_id', '=', 'last.item_id')
            .whereRef('removals.removed_at', '>=', 'last.updated_at'),
        ),
      ),
    )
    .orderBy('updated_at', 'desc')
    .orderBy('item_id')
    .execute();
}
