import type { Connection } from '../db/open.ts';
import type { PlayLogRow } from '../db/tables.ts';
import { batched } from '../lib/batched.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import { retry } from '../lib/retry.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import type { PlayLogReport } from '#contract/playback.ts';
import { isFinished, judgeReport, readReport, type Report, type Verdict } from './report-rules.ts';
import { otherPlayerSentence } from './other-player.ts';
import { findOtherPlayer, listPlayLogs, writeReports, type OffsetMove, type PlayLogChange } from './store.ts';

interface Reported {
  accountId: string;
  profileId: string;
  deviceSessionId: string;
  playLogId: string;
  report: Report;
}

export interface Reports {
  /**
   * Answers after the report is on disk.
   * @throws NOT_FOUND, TOTAL_PLAY_TIME_INVALID, PLAYBACK_DEACTIVATED, PLAYBACK_EXPIRED
   */
  report(caller: ProfileCaller, playLogId: string, body: PlayLogReport): Promise<Report>;
}

const isOwnedBy = (log: PlayLogRow, { profileId, deviceSessionId }: Reported) =>
  log.profile_id === profileId && log.device_session_id === deviceSessionId;

/** The play log after an accepted report. */
const after = (log: PlayLogRow, report: Report, now: Date): PlayLogRow => ({
  ...log,
  state: report.isPlayerExit ? 'left' : log.state,
  ended_at: report.isPlayerExit ? (log.ended_at ?? now) : log.ended_at,
  total_play_time: report.totalPlayTime,
  play_end_offset: report.playEndOffset,
  is_player_exit: report.isPlayerExit,
  reported_at: now,
});

const moveOf = (log: PlayLogRow, report: Report, now: Date): OffsetMove => {
  const offset = Math.min(report.playEndOffset, log.running_time);
  return {
    profile_id: log.profile_id,
    episode_id: log.episode_id,
    item_id: log.item_id,
    offset,
    is_finished: isFinished(offset, { runningTime: log.running_time, outroStart: log.outro_start }),
    updated_at: now,
    // The report on leaving an earlier playback may come late; it must not undo what a later one has said.
    unless_moved_since: log.state === 'superseded' ? log.ended_at : null,
  };
};

const changeOf = (was: PlayLogRow, log: PlayLogRow, move: OffsetMove | null): PlayLogChange => ({
  account_id: log.account_id,
  id: log.id,
  state: log.state,
  ended_at: log.ended_at,
  total_play_time: log.total_play_time,
  play_end_offset: log.play_end_offset,
  is_player_exit: log.is_player_exit,
  reported_at: log.reported_at,
  was: {
    state: was.state,
    total_play_time: was.total_play_time,
    play_end_offset: was.play_end_offset,
    is_player_exit: was.is_player_exit,
  },
  move,
});

/** Judges of a batch again what somebody else has changed meanwhile, so often; each time somebody got further. */
const MAXIMUM_ROUNDS = 20;

/** Takes play-log reports, many with one statement: this is the call that every playing television makes each minute. */
export function createReports(options: {
  db: Connection;
  clock: Clock;
  /** Statements that the database works on at once to advantage. */
  atOnce: number;
  /** Told how many reports go into one statement. */
  onBatch?: (size: number) => void;
}): Reports {
  const { db, clock, atOnce, onBatch } = options;

  /**
   * Judges reports in the order of arrival, those of one play log each after the one before it, and writes what comes of
   * them. No row is locked from the reading to the writing: what was changed in between is not written.
   *
   * @returns the verdicts, and `changed` for those that must be judged again.
   */
  const judge = async (reported: readonly Reported[]): Promise<(Verdict | 'NOT_FOUND' | 'changed')[]> => {
    const keys = new Map(
      reported.map(({ accountId, playLogId }) => [playLogId, { account_id: accountId, id: playLogId }]),
    );
    const known = new Map((await listPlayLogs(db, [...keys.values()])).map((log) => [log.id, log]));
    const logs = new Map(known);
    const moves = new Map<string, { playLogId: string; move: OffsetMove }>();
    const now = clock.now();

    const verdicts = reported.map((one): Verdict | 'NOT_FOUND' => {
      const log = logs.get(one.playLogId);
      if (!log || log.account_id !== one.accountId || !isOwnedBy(log, one)) return 'NOT_FOUND';
      const verdict = judgeReport(log, one.report, now);
      if (verdict !== 'accepted') return verdict;
      logs.set(log.id, after(log, one.report, now));
      const move = moveOf(log, one.report, now);
      const key = `${move.profile_id} ${move.episode_id}`;
      if (move.unless_moved_since === null || !moves.has(key)) moves.set(key, { playLogId: log.id, move });
      return verdict;
    });

    const moveBy = new Map([...moves.values()].map(({ playLogId, move }) => [playLogId, move]));
    const changes = [...known].flatMap(([id, was]) => {
      const log = logs.get(id) ?? was;
      return log === was ? [] : [changeOf(was, log, moveBy.get(id) ?? null)];
    });
    const written = await writeReports(db, changes);
    const refused = new Set(changes.flatMap(({ id }) => (written.has(id) ? [] : [id])));
    return verdicts.map((verdict, index) => (refused.has(reported[index]!.playLogId) ? 'changed' : verdict));
  };

  const flush = async (reported: readonly Reported[]): Promise<(Verdict | 'NOT_FOUND')[]> => {
    const verdicts = new Map<Reported, Verdict | 'NOT_FOUND'>();
    let left = reported;
    for (let round = 1; left.length > 0; round += 1) {
      if (round > MAXIMUM_ROUNDS) throw new Error('play logs change faster than their reports are judged');
      const again: Reported[] = [];
      (await retry(() => judge(left))).forEach((verdict, index) => {
        const one = left[index]!;
        if (verdict === 'changed') again.push(one);
        else verdicts.set(one, verdict);
      });
      left = again;
    }
    return reported.map((one) => verdicts.get(one)!);
  };

  const report = batched((reported: Reported[]) => {
    onBatch?.(reported.length);
    return flush(reported);
  }, atOnce);

  return {
    async report({ account, profile, deviceSessionId }, playLogId, body) {
      const read = readReport(body) ?? fail('TOTAL_PLAY_TIME_INVALID');
      const key = { accountId: account.id, playLogId: playLogId.toLowerCase() };
      const verdict = await report({ ...key, profileId: profile.id, deviceSessionId, report: read });
      if (verdict === 'accepted' || verdict === 'repeated') return read;
      if (verdict !== 'PLAYBACK_DEACTIVATED') fail(verdict);
      const other = await findOtherPlayer(db, { ...key, now: clock.now() });
      return fail(verdict, other && { message: otherPlayerSentence(other) });
    },
  };
}
