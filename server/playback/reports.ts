import type { Transact } from '../db/open.ts';
import { batched } from '../lib/batched.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import type { PlayLogReport } from '#contract/playback.ts';
import { isFinished, judgeReport, readReport, type Report, type Verdict } from './report-rules.ts';
import { lockPlayLogs, moveOffsets, updatePlayLogs, type OffsetMove, type ReportedPlayLog } from './store.ts';

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

const isOwnedBy = (log: ReportedPlayLog, { profileId, deviceSessionId }: Reported) =>
  log.profile_id === profileId && log.device_session_id === deviceSessionId;

/** The play log after an accepted report. */
const after = (log: ReportedPlayLog, report: Report, now: Date): ReportedPlayLog => ({
  ...log,
  state: report.isPlayerExit ? 'left' : log.state,
  ended_at: report.isPlayerExit ? (log.ended_at ?? now) : log.ended_at,
  total_play_time: report.totalPlayTime,
  play_end_offset: report.playEndOffset,
  is_player_exit: report.isPlayerExit,
  reported_at: now,
});

const moveOf = (log: ReportedPlayLog, report: Report, now: Date): OffsetMove => {
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

/** Takes play-log reports, many in one transaction: this is the call that every playing television makes each minute. */
export function createReports({ transact, clock }: { transact: Transact; clock: Clock }): Reports {
  const flush = (reported: Reported[]): Promise<(Verdict | 'NOT_FOUND')[]> =>
    transact(async (tx) => {
      const keys = new Map(
        reported.map(({ accountId, playLogId }) => [playLogId, { account_id: accountId, id: playLogId }]),
      );
      const logs = new Map((await lockPlayLogs(tx, [...keys.values()])).map((log) => [log.id, log]));
      const changed = new Map<string, ReportedPlayLog>();
      const moves = new Map<string, OffsetMove>();
      const now = clock.now();

      const verdicts = reported.map((one): Verdict | 'NOT_FOUND' => {
        const log = logs.get(one.playLogId);
        if (!log || log.account_id !== one.accountId || !isOwnedBy(log, one)) return 'NOT_FOUND';
        const verdict = judgeReport(log, one.report, now);
        if (verdict !== 'accepted') return verdict;

        // Several reports of one play log may wait in one batch: each is judged after the one before it.
        const next = after(log, one.report, now);
        logs.set(log.id, next);
        changed.set(log.id, next);
        const move = moveOf(log, one.report, now);
        const key = `${move.profile_id} ${move.episode_id}`;
        if (move.unless_moved_since === null || !moves.has(key)) moves.set(key, move);
        return verdict;
      });

      await updatePlayLogs(tx, [...changed.values()]);
      await moveOffsets(tx, [...moves.values()]);
      return verdicts;
    });

  const report = batched(flush);

  return {
    async report({ account, profile, deviceSessionId }, playLogId, body) {
      const read = readReport(body) ?? fail('TOTAL_PLAY_TIME_INVALID');
      const verdict = await report({
        accountId: account.id,
        profileId: profile.id,
        deviceSessionId,
        playLogId: playLogId.toLowerCase(),
        report: read,
      });
      return verdict === 'accepted' || verdict === 'repeated' ? read : fail(verdict);
    },
  };
}
