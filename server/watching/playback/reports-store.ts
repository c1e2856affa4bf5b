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

/** Rows that a report changes and that are not there yet: reports only update, so that they stay on one shard. */
export interface Lacking {
  /** The profile has no offset in the episode. */
  offset: boolean;
  /** The profile has time limits, and watched nothing on that day. */
  day: boolean;
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
  | { is: 'playing'; log: ReportedPlayLog; lacking: Lacking };

type StandingRow = { place: number; is_known: boolean; has_profile: boolean; watched_seconds: null } & {
  lacks_offset: boolean;
  lacks_day: boolean;
} & (ReportedPlayLog | { [K in keyof ReportedPlayLog]: null });

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

const toStanding = ({ is_known, has_profile, lacks_offset, lacks_day, ...log }: StandingRow): Standing => {
  if (!is_known) return { is: 'nobody' };
  if (!has_profile) return { is: 'account' };
  return log.id === null
    ? { is: 'nothing' }
    : { is: 'playing', log, lacking: { offset: lacks_offset, day: lacks_day } };
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
 * written only if its token still belongs to the right profile and device, if its state has not changed since its
 * reports were judged, and if the rows that its report changes are there.
 *
 * Adds what profiles with time limits watched to their day.
 *
 * The statement only updates: a cluster runs it on the account's shard alone. An `insert … select` there needs every
 * machine, because the rows of a query may belong anywhere.
 *
 * @returns for each key what was written, or the state found instead.
 */
export async function writeReports(db: Connection, keys: readonly ReportedKey[]): Promise<(Written | Standing)[]> {
  const accountIds = keys.map(({ token }) => token.accountId);
  const hasOffset = sql`exists (
    select 1 from playback_offsets as own where own.account_id = play_logs.account_id
      and own.profile_id = play_logs.profile_id and own.episode_id = play_logs.episode_id
      and ${ofAccounts(accountIds, 'own.account_id')})`;
  const hasDay = sql`exists (
    select 1 from watch_times as own where own.account_id = known.account_id and own.profile_id = known.profile_id
      and own.day = known.day and ${ofAccounts(accountIds, 'own.account_id')})`;
  const { rows } = await sql<StandingRow | WrittenRow>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(toRows(keys))}::jsonb) as given (place int, hash text, id uuid,
        was_state text, was_time int, was_offset bigint, was_exit boolean, state text, ended_at timestamptz,
        total_play_time int, play_end_offset bigint, is_player_exit boolean, reported_at timestamptz,
        day text, added_time int, place_offset int, is_finished boolean, unless_moved_since timestamptz)
    ), known as (
      select given.*, tokens.account_id, tokens.device_session_id, tokens.profile_id, profiles.daily_minutes,
        profiles.bedtime_from, profiles.bedtime_to, profiles.bedtime_lifted_until,
        profiles.daily_minutes is not null or profiles.bedtime_from is not null as is_limited
      from given
      join tokens on tokens.hash = given.hash
      join device_sessions on device_sessions.account_id = tokens.account_id
        and device_sessions.id = tokens.device_session_id and device_sessions.revoked_at is null
      left join profiles on profiles.account_id = tokens.account_id and profiles.id = tokens.profile_id
        and ${ofAccounts(accountIds, 'profiles.account_id')}
      where ${ofAccounts(accountIds, 'tokens.account_id', 'device_sessions.account_id')}
    ), written as (
      update play_logs set state = known.state, ended_at = known.ended_at, total_play_time = known.total_play_time,
        play_end_offset = known.play_end_offset, is_player_exit = known.is_player_exit, reported_at = known.reported_at
      from known
      where play_logs.account_id = known.account_id and play_logs.id = known.id
        and play_logs.profile_id = known.profile_id and play_logs.device_session_id = known.device_session_id
        and play_logs.state = known.was_state and play_logs.total_play_time = known.was_time
        and play_logs.play_end_offset = known.was_offset and play_logs.is_player_exit = known.was_exit
        and (known.place_offset is null or ${hasOffset}) and (not known.is_limited or ${hasDay})
        and ${ofAccounts(accountIds, 'play_logs.account_id')}
      returning known.place, play_logs.account_id, play_logs.profile_id, play_logs.episode_id, known.place_offset,
        known.is_finished, known.reported_at, known.unless_moved_since, known.day, known.added_time, known.is_limited
    ), moved as (
      update playback_offsets as own
      set "offset" = written.place_offset, is_finished = written.is_finished, updated_at = written.reported_at
      from written
      where own.account_id = written.account_id and own.profile_id = written.profile_id
        and own.episode_id = written.episode_id and written.place_offset is not null
        and (written.unless_moved_since is null or own.updated_at <= written.unless_moved_since)
        and ${ofAccounts(accountIds, 'own.account_id')}
    ), added as (
      select account_id, profile_id, day, sum(added_time)::int as seconds from written where is_limited
      group by account_id, profile_id, day
    ), counted as (
      update watch_times as own set seconds = own.seconds + added.seconds from added
      where own.account_id = added.account_id and own.profile_id = added.profile_id and own.day = added.day
        and ${ofAccounts(accountIds, 'own.account_id')}
      returning own.account_id, own.profile_id, own.day, own.seconds, own.extra_seconds
    )
    select given.place, known.place is not null as is_known, known.profile_id is not null as has_profile,
      not ${hasOffset} as lacks_offset, known.is_limited and known.day is not null and not ${hasDay} as lacks_day,
      play_logs.account_id, play_logs.id, play_logs.profile_id, play_logs.episode_id, play_logs.item_id, play_logs.state,
      play_logs.opened_at, play_logs.expires_at, play_logs.ended_at, play_logs.total_play_time,
      play_logs.play_end_offset, play_logs.is_player_exit, play_logs.reported_at, play_logs.running_time,
      play_logs.outro_start, counted.seconds as watched_seconds, counted.extra_seconds, known.daily_minutes,
      known.bedtime_from, known.bedtime_to, known.bedtime_lifted_until
    from given left join known on known.place = given.place
    left join play_logs on play_logs.account_id = known.account_id and play_logs.id = known.id
      and play_logs.profile_id = known.profile_id and play_logs.device_session_id = known.device_session_id
      and ${ofAccounts(accountIds, 'play_logs.account_id')}
    left join written on written.place = given.place
    left join counted on counted.account_id = written.account_id and counted.profile_id = written.profile_id
      and counted.day = written.day and written.is_limited
    where written.place is null or written.is_limited`.execute(db);
  const found = new Map(
    rows.map((row) => [row.place, row.watched_seconds === null ? toStanding(row) : toWritten(row)] as const),
  );
  return keys.map((_, place) => found.get(place) ?? WITHOUT_LIMITS);
}
