import { tokenKeyOf } from '#server/accounts/index.ts';
import type { TokenKey } from '#server/accounts/tokens.ts';
import type { Connection } from '#server/db/open.ts';
import { batchedByAccount, type Batching } from '#server/lib/batched-by-account.ts';
import type { Clock } from '#server/lib/clock.ts';
import { fail } from '#server/lib/fail.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { retry } from '#server/lib/retry.ts';
import { isFinished, judgeReport, type Report, type Verdict } from './report-rules.ts';
import { failForOtherPlayer } from './other-player.ts';
import { isOver, secondsLeft, watchTimeSentence } from '#server/profiles/index.ts';
import { endOver } from './store.ts';
import {
  writeReports,
  type OffsetMove,
  type ReportedKey,
  type ReportedPlayLog,
  type Standing,
  type Written,
} from './reports-store.ts';

interface Reported {
  token: TokenKey;
  playLogId: string;
  report: Report;
}

type Outcome = Verdict | 'NOT_FOUND' | 'TOKEN_INVALID' | 'PROFILE_REQUIRED';

/** The verdict on a report, and the owner of its play log. */
interface Answered {
  outcome: Outcome;
  accountId: string | undefined;
  /** Time that the profile has left, in seconds; null without a limit, or when unknown. */
  secondsLeft: number | null;
  /** Why the time is over. */
  sentence?: string | undefined;
}

export interface Reports {
  /**
   * Resolves after the report is on disk, with how long the profile may go on watching; null without a limit.
   * @throws TOKEN_INVALID, PROFILE_REQUIRED, NOT_FOUND, TOTAL_PLAY_TIME_INVALID, PLAYBACK_DEACTIVATED,
   *   PLAYBACK_EXPIRED; WATCH_TIME_OVER after the report is on disk
   */
  report(token: string, playLogId: string, report: Report): Promise<number | null>;
}

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

const moveOf = (log: ReportedPlayLog, report: Report): OffsetMove => {
  const offset = Math.min(report.playEndOffset, log.running_time);
  return {
    offset,
    isFinished: isFinished(offset, { runningTime: log.running_time, outroStart: log.outro_start }),
    // The last report of an earlier playback may arrive late; it must not overwrite a later playback's offset.
    unlessMovedSince: log.state === 'superseded' ? log.ended_at : null,
  };
};

/** Retry limit for concurrently changed play logs; in each round at least one writer makes progress. */
const MAXIMUM_ROUNDS = 20;

/** Maximum play logs in one process's cache: televisions that play at the same time. */
const MAXIMUM_REMEMBERED = 100_000;

/** Play logs as this process last saw them. Entries may be stale; the database has the final word. */
function createMemory() {
  const logs = new Map<string, ReportedPlayLog>();
  return {
    get: (key: string) => logs.get(key),
    set(key: string, log: ReportedPlayLog | undefined) {
      logs.delete(key);
      // Only active logs are cached; ended ones are read from the database.
      if (log?.state === 'active') logs.set(key, log);
      const [oldest] = logs.size > MAXIMUM_REMEMBERED ? logs.keys() : [];
      if (oldest !== undefined) logs.delete(oldest);
    },
  };
}

/** The reports to one play log with one token, in order of arrival, with the play log if known. */
interface Group {
  key: string;
  reported: readonly Reported[];
  log: ReportedPlayLog | undefined;
  /** Whether the play log was read for these reports instead of cached. */
  isRead: boolean;
}

interface Judged {
  group: Group;
  verdicts: Verdict[];
  written: ReportedKey;
}

/** Applies reports to a play log, one after the other. */
function judgeGroup(group: Group, now: Date): Judged {
  const [{ token, playLogId }] = group.reported as [Reported];
  const was = group.log;
  if (!was) return { group, verdicts: [], written: { token, playLogId, change: null } };
  let log = was;
  let move: OffsetMove | null = null;
  const verdicts = group.reported.map(({ report }) => {
    const verdict = judgeReport(log, report, now);
    if (verdict === 'accepted') {
      const moved = moveOf(log, report);
      if (moved.unlessMovedSince === null || move === null) move = moved;
      log = after(log, report, now);
    }
    return verdict;
  });
  return { group, verdicts, written: { token, playLogId, change: log === was ? null : { was, log, move } } };
}

/**
 * Accepts play-log reports and batches many into one statement: every playing television makes this call each minute.
 */
export function createReports(options: {
  db: Connection;
  clock: Clock;
  batching: Batching;
  /** Called with the number of reports in each statement. */
  onBatch?: (size: number) => void;
}): Reports {
  const { db, clock, batching, onBatch } = options;
  const memory = createMemory();

  /** @returns what was written or found for each. */
  const write = async (asked: readonly Judged[]): Promise<Map<Judged, Written | Standing>> => {
    const [first, ...others] = asked.map(({ written }) => written);
    const found = first ? await retry(() => writeReports(db, [first, ...others])) : [];
    return new Map(asked.map((one, index) => [one, found[index]!]));
  };

  /**
   * Judges groups by the known state of their play logs and writes the results. Cached state is verified by the write;
   * groups whose play log has changed are judged again with its current state.
   *
   * @returns the groups to judge again.
   */
  const judge = async (groups: readonly Group[], answers: Map<Reported, Answered>): Promise<Group[]> => {
    const now = clock.now();
    const judged = groups.map((group) => judgeGroup(group, now));
    const asked = judged.filter(({ group, written }) => written.change !== null || !group.isRead);
    const standing = await write(asked);

    const over: ReportedPlayLog[] = [];
    const again = judged.flatMap((one) => {
      const { group, verdicts, written } = one;
      const found = standing.get(one) ?? { is: 'written', watch: null };
      const answer = (outcomeOf: (index: number) => Outcome, about: Partial<Answered> = {}) =>
        group.reported.forEach((reported, index) =>
          answers.set(reported, { accountId: undefined, secondsLeft: null, ...about, outcome: outcomeOf(index) }),
        );
      if (found.is === 'written') {
        const log = written.change?.log ?? group.log!;
        const left = found.watch && secondsLeft(found.watch, found.watch, now);
        // A playback that ends needs no refusal.
        const isEnding =
          log.state === 'active' && isOver(left, { offset: log.play_end_offset, runningTime: log.running_time });
        memory.set(group.key, isEnding ? undefined : log);
        if (isEnding) over.push(log);
        const about = { accountId: log.account_id, secondsLeft: left };
        answer(
          (index) => (isEnding && verdicts[index] === 'accepted' ? 'WATCH_TIME_OVER' : verdicts[index]!),
          isEnding && found.watch ? { ...about, sentence: watchTimeSentence(found.watch, now) } : about,
        );
        return [];
      }
      memory.set(group.key, found.is === 'playing' ? found.log : undefined);
      if (found.is === 'playing') return [{ ...group, log: found.log, isRead: true }];
      answer(() =>
        found.is === 'nobody' ? 'TOKEN_INVALID' : found.is === 'account' ? 'PROFILE_REQUIRED' : 'NOT_FOUND',
      );
      return [];
    });
    for (const { account_id: accountId, id } of over) await endOver(db, { accountId, id, endedAt: now });
    return again;
  };

  const flush = async (reported: readonly Reported[]): Promise<Answered[]> => {
    const answers = new Map<Reported, Answered>();
    const byKey = groupBy(reported, ({ token, playLogId }) => `${token.hash} ${playLogId}`);
    let left: Group[] = [...byKey].map(([key, same]) => ({
      ...{ key, reported: same, log: memory.get(key), isRead: false },
    }));
    for (let round = 1; left.length > 0; round += 1) {
      if (round > MAXIMUM_ROUNDS) throw new Error('play logs changed too often to judge their reports');
      left = await judge(left, answers);
    }
    return reported.map((one) => answers.get(one)!);
  };

  const answerTo = batchedByAccount(
    batching,
    (reported: Reported[]) => {
      onBatch?.(reported.length);
      return flush(reported);
    },
    ({ token }) => token.accountId,
  );

  return {
    async report(token, id, report) {
      const playLogId = id.toLowerCase();
      const { outcome, accountId, secondsLeft, sentence } = await answerTo({
        token: tokenKeyOf(token) ?? fail('TOKEN_INVALID'),
        playLogId,
        report,
      });
      if (outcome === 'accepted' || outcome === 'repeated') return secondsLeft;
      if (sentence !== undefined && outcome === 'WATCH_TIME_OVER') fail(outcome, { message: sentence });
      if (outcome !== 'PLAYBACK_DEACTIVATED' || accountId === undefined) fail(outcome);
      return failForOtherPlayer(db, { accountId, playLogId, now: clock.now() });
    },
  };
}
