import { fromHms } from '#contract/rules/hms.ts';
import type { PlayLogReport } from '#contract/play-logs.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { PlayLogRow } from '#server/db/tables.ts';

/** Maximum playback rate (contract.md, section 8). */
const FASTEST_RATE = 2;
/** Tolerance for clocks and slow networks, in seconds. */
const TOLERANCE_SECONDS = 60;
/** An episode without an outro counts as finished from this share of its running time on. */
const FINISHED_FROM = 0.95;

/** A report in whole seconds. */
export interface Report {
  totalPlayTime: number;
  playEndOffset: number;
  isPlayerExit: boolean;
}

/** Parses a report; `undefined` when a time is not `HH:MM:SS`. */
export function readReport(body: PlayLogReport): Report | undefined {
  try {
    return {
      totalPlayTime: fromHms(body.total_play_time),
      playEndOffset: fromHms(body.play_end_offset),
      isPlayerExit: body.is_player_exit,
    };
  } catch {
    // `fromHms` throws only for a malformed time.
    return undefined;
  }
}

export type Verdict =
  'accepted' | 'repeated' | Extract<ErrorCode, `PLAYBACK_${string}` | 'TOTAL_PLAY_TIME_INVALID' | 'WATCH_TIME_OVER'>;

type JudgedPlayLog = Pick<
  PlayLogRow,
  'state' | 'opened_at' | 'expires_at' | 'total_play_time' | 'play_end_offset' | 'is_player_exit' | 'reported_at'
>;

const isRepeated = (log: JudgedPlayLog, report: Report) =>
  log.reported_at !== null &&
  log.total_play_time === report.totalPlayTime &&
  log.play_end_offset === report.playEndOffset &&
  log.is_player_exit === report.isPlayerExit;

/**
 * The verdict on a report (contract.md, section 8).
 *
 *   state        the same report again   the report on leaving    any other report
 *   active       repeated                accepted                 accepted
 *   superseded   repeated                accepted, once           PLAYBACK_EXPIRED
 *   left         repeated                PLAYBACK_EXPIRED         PLAYBACK_EXPIRED
 *   expired      repeated                PLAYBACK_EXPIRED         PLAYBACK_EXPIRED
 *   deactivated  PLAYBACK_DEACTIVATED    PLAYBACK_DEACTIVATED     PLAYBACK_DEACTIVATED
 *   over         WATCH_TIME_OVER         WATCH_TIME_OVER          WATCH_TIME_OVER
 *
 * "Accepted" holds until the play log expires, and for a time that can have been watched. A superseded play log takes
 * the report on leaving because the player of the earlier episode often closes after the next one has asked for its
 * video; refusing it would lose up to a minute of watching.
 */
export function judgeReport(log: JudgedPlayLog, report: Report, now: Date): Verdict {
  if (log.state === 'deactivated') return 'PLAYBACK_DEACTIVATED';
  if (log.state === 'over') return 'WATCH_TIME_OVER';
  if (isRepeated(log, report)) return 'repeated';
  if (log.state === 'left' || log.state === 'expired' || now >= log.expires_at) return 'PLAYBACK_EXPIRED';
  if (log.state === 'superseded' && !report.isPlayerExit) return 'PLAYBACK_EXPIRED';

  const elapsedSeconds = (now.getTime() - log.opened_at.getTime()) / 1000;
  const longest = elapsedSeconds * FASTEST_RATE + TOLERANCE_SECONDS;
  if (report.totalPlayTime < log.total_play_time || report.totalPlayTime > longest) return 'TOTAL_PLAY_TIME_INVALID';
  return 'accepted';
}

/** Whether `offset` counts as finished: past the start of the outro, or 95% of the episode. */
export const isFinished = (offset: number, episode: { runningTime: number; outroStart: number | null }): boolean =>
  (episode.outroStart !== null && offset >= episode.outroStart) || offset >= episode.runningTime * FINISHED_FROM;
