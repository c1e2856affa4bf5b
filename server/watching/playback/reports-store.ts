import { sql } from 'kysely';
import type { TokenKey } from '#server/accounts/tokens.ts';
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
  ReportedPlayLog | { id: null }
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
    account_id: token.accountId,
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
 * Writes play logs and offsets by one call of a function of the database, which is its own transaction. Optimistic
 * locking: a play log is written only if its token still belongs to the right profile and device, and if its state has
 * not changed since its reports were judged. Adds what profiles with time limits watched to their day.
 *
 * A cluster runs the function on the machine of its first argument. There, all keys are of one account.
 *
 * @returns for each key what was written, or the state found instead.
 */
export async function writeReports(
  db: Connection,
  keys: readonly [ReportedKey, ...ReportedKey[]],
): Promise<(Written | Standing)[]> {
  const { rows } = await sql<StandingRow | WrittenRow>`
    select * from write_reports(${keys[0].token.accountId}::uuid, ${JSON.stringify(toRows(keys))}::jsonb)`.execute(db);
  const found = new Map(
    rows.map((row) => [row.place, row.watched_seconds === null ? toStanding(row) : toWritten(row)] as const),
  );
  return keys.map((_, place) => found.get(place) ?? WITHOUT_LIMITS);
}
