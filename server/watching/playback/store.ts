import { sql, type Insertable } from 'kysely';
import type { PlatformName } from '#contract/accounts.ts';
import type { TokenKey } from '#server/accounts/tokens.ts';
import { koreanDate } from '#server/lib/korean-time.ts';
import type { Watched, WatchLimits } from '#server/profiles/index.ts';
import { ofAccounts, type OwnerKey } from '#server/db/of-accounts.ts';
import type { Connection } from '#server/db/open.ts';
import type {
  PlaybackOffsetRow,
  PlayLogRow,
  PlayLogsTable,
  PlayLogState,
  StartAgainRemovalsTable,
} from '#server/db/tables.ts';

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

/** Columns that judge a report, and those that it changes. */
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

/** The new offset of a profile in an episode, from the reports of a play log. */
export interface OffsetMove {
  offset: number;
  isFinished: boolean;
  /** Skips the move when a later playback has moved the offset since; null to move always. */
  unlessMovedSince: Date | null;
}

/** A play log, the token that reports to it, and the change to write, if known. */
export interface ReportedKey {
  token: TokenKey;
  playLogId: string;
  change: {
    /** The state in which the reports were judged. */
    was: ReportedPlayLog;
    log: ReportedPlayLog;
    /** At most one change per statement may move the same offset. */
    move: OffsetMove | null;
  } | null;
}

/** Time limits of the profile that watched, and what it has watched today; null without limits. */
export interface Written {
  is: 'written';
  watch: (WatchLimits & Watched) | null;
}

/** The state found in the database when a write was skipped. */
export type Standing =
  /** Unknown token, or the device signed out. */
  | { is: 'nobody' }
  /** An account's token, without a profile. */
  | { is: 'account' }
  /** The play log does not exist, or belongs to another profile or device. */
  | { is: 'nothing' }
  | { is: 'playing'; log: ReportedPlayLog };

type StandingRow = { place: number; is_known: boolean; has_profile: boolean; watched_seconds: null } & (
  ReportedPlayLog | { [K in keyof ReportedPlayLog]: null }
);

type WrittenRow = { place: number; watched_seconds: number; extra_seconds: number } & WatchLimits;

const toWritten = ({ watched_seconds: seconds, ...row }: WrittenRow): Written => ({
  is: 'written',
  watch: {
    seconds,
    extra_seconds: row.extra_seconds,
    daily_minutes: row.daily_minutes,
    bedtime_from: row.bedtime_from,
    bedtime_to: row.bedtime_to,
    bedtime_lifted_until: row.bedtime_lifted_until,
  },
});

const WITHOUT_LIMITS: Written = { is: 'written', watch: null };

const toStanding = ({ is_known, has_profile, ...log }: StandingRow): Standing => {
  if (!is_known) return { is: 'nobody' };
  if (!has_profile) return { is: 'account' };
  return log.id === null ? { is: 'nothing' } : { is: 'playing', log };
};

/** The keys as rows of one JSON value. */
const toRows = (keys: readonly ReportedKey[]) =>
  keys.map(({ token, playLogId, change }, place) => ({
    place,
    hash: token.hash,
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
      day: koreanDate(change.log.reported_at!),
      added_time: change.log.total_play_time - change.was.total_play_time,
      ...(change.move && {
        place_offset: change.move.offset,
        is_finished: change.move.isFinished,
        unless_moved_since: change.move.unlessMovedSince,
      }),
    }),
  }));

/**
 * Writes play logs and offsets with one statement, which is its own transaction. Optimistic locking: a play log is
 * written only if its token still belongs to the right profile and device, and if its state has not changed since its
 * reports were judged.
 *
 * Adds what profiles with time limits watched to their day.
 *
 * @returns for each key what was written, or the state found instead.
 */
export async function writeReports(db: Connection, keys: readonly ReportedKey[]): Promise<(Written | Standing)[]> {
  const accountIds = keys.map(({ token }) => token.accountId);
  const { rows } = await sql<StandingRow | WrittenRow>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(toRows(keys))}::jsonb) as given (place int, hash text, id uuid,
        was_state text, was_time int, was_offset bigint, was_exit boolean, state text, ended_at timestamptz,
        total_play_time int, play_end_offset bigint, is_player_exit boolean, reported_at timestamptz,
        day text, added_time int, place_offset int, is_finished boolean, unless_moved_since timestamptz)
    ), known as (
      select given.*, tokens.account_id, tokens.device_session_id, tokens.profile_id
      from given
      join tokens on tokens.hash = given.hash
      join device_sessions on device_sessions.account_id = tokens.account_id
        and device_sessions.id = tokens.device_session_id and device_sessions.revoked_at is null
      where ${ofAccounts(accountIds, 'tokens.account_id', 'device_sessions.account_id')}
    ), written as (
      update play_logs set state = known.state, ended_at = known.ended_at, total_play_time = known.total_play_time,
        play_end_offset = known.play_end_offset, is_player_exit = known.is_player_exit, reported_at = known.reported_at
      from known
      where play_logs.account_id = known.account_id and play_logs.id = known.id
        and play_logs.profile_id = known.profile_id and play_logs.device_session_id = known.device_session_id
        and play_logs.state = known.was_state and play_logs.total_play_time = known.was_time
        and play_logs.play_end_offset = known.was_offset and play_logs.is_player_exit = known.was_exit
        and ${ofAccounts(accountIds, 'play_logs.account_id')}
      returning known.place, play_logs.account_id, play_logs.profile_id, play_logs.episode_id, play_logs.item_id, known.place_offset,
        known.is_finished, known.reported_at, known.unless_moved_since, known.day, known.added_time
    ), moved as (
      insert into playback_offsets (account_id, profile_id, episode_id, item_id, "offset", is_finished, updated_at)
      select account_id, profile_id, episode_id, item_id, place_offset, is_finished, reported_at from written
      where place_offset is not null and (unless_moved_since is null or not exists (
        select 1 from playback_offsets as later where later.account_id = written.account_id
          and later.profile_id = written.profile_id and later.episode_id = written.episode_id
          and later.updated_at > written.unless_moved_since
          and ${ofAccounts(accountIds, 'later.account_id')}))
      order by account_id, profile_id, episode_id
      on conflict (account_id, profile_id, episode_id) do update set
        "offset" = excluded."offset", is_finished = excluded.is_finished, updated_at = excluded.updated_at
    ), limited as (
      select written.place, written.account_id, written.profile_id, written.day, written.added_time,
        profiles.daily_minutes, profiles.bedtime_from, profiles.bedtime_to, profiles.bedtime_lifted_until
      from written join profiles on profiles.account_id = written.account_id and profiles.id = written.profile_id
      where (profiles.daily_minutes is not null or profiles.bedtime_from is not null)
        and ${ofAccounts(accountIds, 'profiles.account_id')}
    ), counted as (
      insert into watch_times (account_id, profile_id, day, seconds)
      select account_id, profile_id, day, sum(added_time)::int from limited
      group by account_id, profile_id, day order by account_id, profile_id, day
      on conflict (account_id, profile_id, day) do update set seconds = watch_times.seconds + excluded.seconds
      returning account_id, profile_id, day, seconds, extra_seconds
    )
    select given.place, known.place is not null as is_known, known.profile_id is not null as has_profile,
      play_logs.account_id, play_logs.id, play_logs.profile_id, play_logs.episode_id, play_logs.item_id, play_logs.state,
      play_logs.opened_at, play_logs.expires_at, play_logs.ended_at, play_logs.total_play_time,
      play_logs.play_end_offset, play_logs.is_player_exit, play_logs.reported_at, play_logs.running_time,
      play_logs.outro_start, counted.seconds as watched_seconds, counted.extra_seconds, limited.daily_minutes,
      limited.bedtime_from, limited.bedtime_to, limited.bedtime_lifted_until
    from given left join known on known.place = given.place
    left join play_logs on play_logs.account_id = known.account_id and play_logs.id = known.id
      and play_logs.profile_id = known.profile_id and play_logs.device_session_id = known.device_session_id
      and ${ofAccounts(accountIds, 'play_logs.account_id')}
    left join limited on limited.place = given.place
    left join counted on counted.account_id = limited.account_id and counted.profile_id = limited.profile_id
      and counted.day = limited.day
    where given.place not in (select place from written) or limited.place is not null`.execute(db);
  const found = new Map(
    rows.map((row) => [row.place, row.watched_seconds === null ? toStanding(row) : toWritten(row)] as const),
  );
  return keys.map((_, place) => found.get(place) ?? WITHOUT_LIMITS);
}

/** A profile of an account, and an episode. */
export type OffsetKey = Pick<PlaybackOffsetRow, 'account_id' | 'profile_id' | 'episode_id'>;

/** Offsets of profiles in episodes, in any order. */
export async function listOffsetRows(db: Connection, keys: readonly OffsetKey[]): Promise<PlaybackOffsetRow[]> {
  const accountIds = keys.map(({ account_id: id }) => id);
  const { rows } = await sql<PlaybackOffsetRow>`
    select places.* from playback_offsets as places
    join (select distinct account_id, profile_id, episode_id
      from unnest(${accountIds}::uuid[], ${keys.map(({ profile_id: id }) => id)}::uuid[],
        ${keys.map(({ episode_id: id }) => id)}::int[]) as given (account_id, profile_id, episode_id)) as asked
    on asked.account_id = places.account_id and asked.profile_id = places.profile_id
      and asked.episode_id = places.episode_id
    where ${ofAccounts(accountIds, 'places.account_id')}`.execute(db);
  return rows;
}

/** Hides a title from a profile's begun titles, as of `removed_at`. */
export async function saveStartAgainRemoval(db: Connection, removal: StartAgainRemovalsTable): Promise<void> {
  await db
    .insertInto('start_again_removals')
    .values(removal)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'profile_id', 'item_id']).doUpdateSet({ removed_at: removal.removed_at }),
    )
    .execute();
}

export async function deleteStartAgainRemoval(
  db: Connection,
  removal: Pick<StartAgainRemovalsTable, 'account_id' | 'profile_id' | 'item_id'>,
): Promise<void> {
  await db
    .deleteFrom('start_again_removals')
    .where('account_id', '=', removal.account_id)
    .where('profile_id', '=', removal.profile_id)
    .where('item_id', '=', removal.item_id)
    .execute();
}

/** The last moved offset of a profile in a title. */
export interface LastPlace extends PlaybackOffsetRow {
  /** Whether the profile goes on there: false for a title that it has removed since, or hidden. */
  is_begun: boolean;
  /** Episodes of the title that the profile has finished. */
  cnt_finished: number;
}

/** The last moved offset per profile and title, the newest first. */
export async function listLastPlaces(db: Connection, owners: readonly OwnerKey[]): Promise<LastPlace[]> {
  const accountIds = owners.map(({ accountId }) => accountId);
  const profileIds = owners.map(({ profileId }) => profileId);
  const { rows } = await sql<LastPlace>`
    select last.*, not exists (
      select 1 from start_again_removals as removals
      where removals.account_id = last.account_id and removals.profile_id = last.profile_id
        and removals.item_id = last.item_id and removals.removed_at >= last.updated_at
        and ${ofAccounts(accountIds, 'removals.account_id')})
      and not exists (
        select 1 from hidden_items as hidden
        where hidden.account_id = last.account_id and hidden.profile_id = last.profile_id
          and hidden.item_id = last.item_id and ${ofAccounts(accountIds, 'hidden.account_id')}) as is_begun
    from (
      select distinct on (places.profile_id, places.item_id) places.*,
        (count(*) filter (where places.is_finished) over (partition by places.profile_id, places.item_id))::int as cnt_finished
      from unnest(${accountIds}::uuid[], ${profileIds}::uuid[]) as asked (account_id, profile_id)
      join playback_offsets as places
        on places.account_id = asked.account_id and places.profile_id = asked.profile_id
      where ${ofAccounts(accountIds, 'places.account_id')}
      order by places.profile_id, places.item_id, places.updated_at desc, places.episode_id desc
    ) as last
    order by last.updated_at desc, last.item_id`.execute(db);
  return rows;
}
