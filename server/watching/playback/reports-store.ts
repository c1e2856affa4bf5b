import { sql } from 'kysely';
import type { TokenKey } from '#server/accounts/tokens.ts';
import { ofAccounts } from '#server/db/of-accounts.ts';
import type { Connection } from '#server/db/open.ts';
import type { PlayLogRow } from '#server/db/tables.ts';
import { koreanDate } from '#server/lib/korean-time.ts';
import type { Watched, WatchLimits } from '#server/profiles/index.ts';

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
