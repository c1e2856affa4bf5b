import { hashToken } from '../accounts/tokens.ts';
import type { Connection } from '../db/open.ts';
import { batched } from '../lib/batched.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import { groupBy } from '../lib/group-by.ts';
import { retry } from '../lib/retry.ts';
import { isFinished, judgeReport, type Report, type Verdict } from './report-rules.ts';
import { failForOtherPlayer } from './other-player.ts';
import { writeReports, type OffsetMove, type ReportedKey, type ReportedPlayLog } from './store.ts';

interface Reported {
  tokenHash: string;
  playLogId: string;
  report: Report;
}

type Outcome = Verdict | 'NOT_FOUND' | 'TOKEN_INVALID' | 'PROFILE_REQUIRED';

/** What becomes of a report, and whose play log it was. */
interface Answered {
  outcome: Outcome;
  accountId: string | undefined;
}

export interface Reports {
  /**
   * Answers after the report is on disk.
   * @throws TOKEN_INVALID, PROFILE_REQUIRED, NOT_FOUND, TOTAL_PLAY_TIME_INVALID, PLAYBACK_DEACTIVATED, PLAYBACK_EXPIRED
   */
  report(token: string, playLogId: string, report: Report): Promise<void>;
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
    // The report on leaving an earlier playback may come late; it must not undo what a later one has said.
    unlessMovedSince: log.state === 'superseded' ? log.ended_at : null,
  };
};

/** Judges of a batch again what somebody else has changed meanwhile, so often; each time somebody got further. */
const MAXIMUM_ROUNDS = 20;

/** Play logs that one process remembers: of so many televisions that play by it at the same time. */
const MAXIMUM_REMEMBERED = 100_000;

/** Play logs as this process saw them last; what is remembered may be old, and only the database can say so. */
function createMemory() {
  const logs = new Map<string, ReportedPlayLog>();
  return {
    get: (key: string) => logs.get(key),
    set(key: string, log: ReportedPlayLog | undefined) {
      logs.delete(key);
      // Of one that is over comes no more than a repetition, which is read anyway.
      if (log?.state === 'active') logs.set(key, log);
      const [oldest] = logs.size > MAXIMUM_REMEMBERED ? logs.keys() : [];
      if (oldest !== undefined) logs.delete(oldest);
    },
  };
}

/** The reports to one play log with one token, in the order of arrival, with the play log as far as it is known. */
interface Group {
  key: string;
  reported: readonly Reported[];
  log: ReportedPlayLog | undefined;
  /** The play log was read for these reports, and not remembered. */
  isRead: boolean;
}

interface Judged {
  group: Group;
  verdicts: Verdict[];
  written: ReportedKey;
}

/** What reports make of a play log, one after the other. */
function judgeGroup(group: Group, now: Date): Judged {
  const [{ tokenHash, playLogId }] = group.reported as [Reported];
  const was = group.log;
  if (!was) return { group, verdicts: [], written: { tokenHash, playLogId, change: null } };
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
  return { group, verdicts, written: { tokenHash, playLogId, change: log === was ? null : { was, log, move } } };
}

/** One statement moves a profile's place in an episode once: who would move it a second time waits for the next. */
function takeTurns(judged: readonly Judged[]): { first: Judged[]; later: Judged[] } {
  const places = new Set<string>();
  const later = judged.filter(({ written: { change } }) => {
    if (!change?.move) return false;
    const place = `${change.log.profile_id} ${change.log.episode_id}`;
    if (places.has(place)) return true;
    places.add(place);
    return false;
  });
  const waiting = new Set(later);
  return { first: judged.filter((one) => !waiting.has(one)), later };
}

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
  const memory = createMemory();

  /**
   * Judges groups by what is known of their play logs and writes what comes of them. What was remembered counts only for
   * what was written, because writing checks it; everything else is judged again by what stands there.
   *
   * @returns what is to be judged again.
   */
  const judge = async (groups: readonly Group[], answers: Map<Reported, Answered>): Promise<Group[]> => {
    const now = clock.now();
    const { first: judged, later } = takeTurns(groups.map((group) => judgeGroup(group, now)));
    const asked = judged.filter(({ group, written }) => written.change !== null || !group.isRead);
    const results =
      asked.length === 0
        ? []
        : await retry(() =>
            writeReports(
              db,
              asked.map(({ written }) => written),
            ),
          );
    const standing = new Map(asked.map((one, index) => [one, results[index]!]));

    const again = judged.flatMap((one) => {
      const { group, verdicts, written } = one;
      const found = standing.get(one) ?? 'written';
      const answer = (outcomeOf: (index: number) => Outcome, accountId?: string) =>
        group.reported.forEach((reported, index) => answers.set(reported, { outcome: outcomeOf(index), accountId }));
      if (found === 'written') {
        const log = written.change?.log ?? group.log!;
        memory.set(group.key, log);
        answer((index) => verdicts[index]!, log.account_id);
        return [];
      }
      memory.set(group.key, found.is === 'playing' ? found.log : undefined);
      if (found.is === 'playing') return [{ ...group, log: found.log, isRead: true }];
      answer(() =>
        found.is === 'nobody' ? 'TOKEN_INVALID' : found.is === 'account' ? 'PROFILE_REQUIRED' : 'NOT_FOUND',
      );
      return [];
    });
    return [...again, ...later.map(({ group }) => group)];
  };

  const flush = async (reported: readonly Reported[]): Promise<Answered[]> => {
    const answers = new Map<Reported, Answered>();
    const byKey = groupBy(reported, ({ tokenHash, playLogId }) => `${tokenHash} ${playLogId}`);
    let left: Group[] = [...byKey].map(([key, same]) => ({ key, reported: same, log: memory.get(key), isRead: false }));
    for (let round = 1; left.length > 0; round += 1) {
      if (round > MAXIMUM_ROUNDS) throw new Error('play logs change faster than their reports are judged');
      left = await judge(left, answers);
    }
    return reported.map((one) => answers.get(one)!);
  };

  const answerTo = batched((reported: Reported[]) => {
    onBatch?.(reported.length);
    return flush(reported);
  }, atOnce);

  return {
    async report(token, id, report) {
      const playLogId = id.toLowerCase();
      const { outcome, accountId } = await answerTo({ tokenHash: hashToken(token), playLogId, report });
      if (outcome === 'accepted' || outcome === 'repeated') return;
      if (outcome !== 'PLAYBACK_DEACTIVATED' || accountId === undefined) fail(outcome);
      await failForOtherPlayer(db, { accountId, playLogId, now: clock.now() });
    },
  };
}
