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

export interface PlayLogKey {
  accountId: string;
  playLogId: string;
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
    // A superseded play log may still report that it was left; one whose right was taken away may not.
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

/** The device that a play log gave way to, and who plays there at `now`; `undefined` when it gave way to none. */
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

/** What a report is judged by, and what it moves. */
export type ReportedPlayLog = Pick<
  PlayLogRow,
  | 'account_id'
  | 'id'
  | 'profile_id'
  | 'episode_id'
  | 'item_id'
  | 'state'
  | 'opened_at'
  | 'expires_at'
  | 'ended_at'
  | 'total_play_time'
  | 'play_end_offset'
  | 'is_player_exit'
  | 'reported_at'
  | 'running_time'
  | 'outro_start'
>;

/** Where the reports of a play log move the profile's place in the episode. */
export interface OffsetMove {
  offset: number;
  isFinished: boolean;
  /** The move is dropped where a later playback has moved the offset since; null when it always counts. */
  unlessMovedSince: Date | null;
}

/** A play log and the token that reports to it; and what becomes of the play log, where that is known. */
export interface ReportedKey {
  tokenHash: string;
  playLogId: string;
  change: {
    /** As it was when the reports were judged. */
    was: ReportedPlayLog;
    log: ReportedPlayLog;
    /** At most one change of a statement moves the offset of a profile in an episode. */
    move: OffsetMove | null;
  } | null;
}

/** What stands in the database in place of what was to be written. */
export type Standing =
  /** Nobody has the token, or its device was signed out. */
  | { is: 'nobody' }
  /** The token of an account, without a profile. */
  | { is: 'account' }
  /** The play log is not there, or not this profile's on this device. */
  | { is: 'nothing' }
  | { is: 'playing'; log: ReportedPlayLog };

type StandingRow = { place: number; is_known: boolean; has_profile: boolean } & (
  ReportedPlayLog | { [K in keyof ReportedPlayLog]: null }
);

const toStanding = ({ is_known, has_profile, ...log }: StandingRow): Standing => {
  if (!is_known) return { is: 'nobody' };
  if (!has_profile) return { is: 'account' };
  return log.id === null ? { is: 'nothing' } : { is: 'playing', log };
};

/** The keys as rows of one JSON value. */
const toRows = (keys: readonly ReportedKey[]) =>
  keys.map(({ tokenHash, playLogId, change }, place) => ({
    place,
    hash: tokenHash,
    id: playLogId,
    ...(change && {
      was_state: change.was.state,
      was_time: change.was.total_play_time,
      was_offset: change.was.play_end_offset,
      was_exit: change.was.is_player_exit,
      state: change.log.state,
      ended_at: change.log.ended_at,
      total_play_time: change.log.total_play_time,
      play_end_offset: change.log.play_end_offset,
      is_player_exit: change.log.is_player_exit,
      reported_at: change.log.reported_at,
      ...(change.move && {
        place_offset: change.move.offset,
        is_finished: change.move.isFinished,
        unless_moved_since: change.move.unlessMovedSince,
      }),
    }),
  }));

/**
 * Writes play logs and offsets with one statement, which is a transaction of its own. A play log is written only where
 * its token still speaks for the profile and device that it belongs to, and where it is still as its reports were judged.
 *
 * @returns for each key `written`, or what stands there instead.
 */
export async function writeReports(db: Connection, keys: readonly ReportedKey[]): Promise<('written' | Standing)[]> {
  const { rows } = await sql<StandingRow>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(toRows(keys))}::jsonb) as given (place int, hash text, id uuid,
        was_state text, was_time int, was_offset bigint, was_exit boolean, state text, ended_at timestamptz,
        total_play_time int, play_end_offset bigint, is_player_exit boolean, reported_at timestamptz,
        place_offset int, is_finished boolean, unless_moved_since timestamptz)
    ), known as (
      select given.*, tokens.account_id, tokens.device_session_id, tokens.profile_id
      from given
      join tokens on tokens.hash = given.hash
      join device_sessions on device_sessions.account_id = tokens.account_id
        and device_sessions.id = tokens.device_session_id and device_sessions.revoked_at is null
    ), written as (
      update play_logs set state = known.state, ended_at = known.ended_at, total_play_time = known.total_play_time,
        play_end_offset = known.play_end_offset, is_player_exit = known.is_player_exit, reported_at = known.reported_at
      from known
      where play_logs.account_id = known.account_id and play_logs.id = known.id
        and play_logs.profile_id = known.profile_id and play_logs.device_session_id = known.device_session_id
        and play_logs.state = known.was_state and play_logs.total_play_time = known.was_time
        and play_logs.play_end_offset = known.was_offset and play_logs.is_player_exit = known.was_exit
      returning known.place, play_logs.profile_id, play_logs.episode_id, play_logs.item_id, known.place_offset,
        known.is_finished, known.reported_at, known.unless_moved_since
    ), moved as (
      insert into playback_offsets (profile_id, episode_id, item_id, "offset", is_finished, updated_at)
      select profile_id, episode_id, item_id, place_offset, is_finished, reported_at from written
      where place_offset is not null and (unless_moved_since is null or not exists (
        select 1 from playback_offsets as later where later.profile_id = written.profile_id
          and later.episode_id = written.episode_id and later.updated_at > written.unless_moved_since))
      order by profile_id, episode_id
      on conflict (profile_id, episode_id) do update set
        "offset" = excluded."offset", is_finished = excluded.is_finished, updated_at = excluded.updated_at
    )
    select given.place, known.place is not null as is_known, known.profile_id is not null as has_profile,
      play_logs.account_id, play_logs.id, play_logs.profile_id, play_logs.episode_id, play_logs.item_id, play_logs.state,
      play_logs.opened_at, play_logs.expires_at, play_logs.ended_at, play_logs.total_play_time,
      play_logs.play_end_offset, play_logs.is_player_exit, play_logs.reported_at, play_logs.running_time,
      play_logs.outro_start
    from given left join known on known.place = given.place
    left join play_logs on play_logs.account_id = known.account_id and play_logs.id = known.id
      and play_logs.profile_id = known.profile_id and play_logs.device_session_id = known.device_session_id
    where given.place not in (select place from written)`.execute(db);
  const standing = new Map(rows.map((row) => [row.place, toStanding(row)]));
  return keys.map((_, place) => standing.get(place) ?? 'written');
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
