import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { FailureLog } from '#server/lib/failure-log.ts';
import { withTimeout } from '#server/lib/timeout.ts';
import { findTables, type Tables } from './readiness-store.ts';

/** A database that takes longer than this, in ms, counts as not answering. */
const ANSWER_WITHIN_MS = 2000;
/** An answer is cached for this long, in ms, however many callers ask. */
const HOLDS_MS = 1000;

export interface Readiness {
  isReady: boolean;
  /** While it refuses writes, viewers can read, and nobody can sign in or begin to watch. */
  database: 'answers' | 'refuses writes' | 'no answer';
  /** Migrations of this version that the database has not run. */
  missing: string[];
}

export interface ReadinessOptions {
  /** A connection outside the pool of viewers' calls. */
  probe: Connection;
  /** Migrations that this version needs. */
  needed: readonly string[];
  /** Whether writes are refused, where that is known without a statement. */
  refusesWrites?: (() => boolean) | undefined;
  clock: Clock;
  failures: FailureLog;
  answerWithinMs?: number;
}

/**
 * Whether the server can serve calls: the database answers and has this version's tables. All callers share one
 * statement in flight, so that statements do not pile up on a dead database.
 */
export function createReadiness(options: ReadinessOptions): () => Promise<Readiness> {
  const { probe, needed, clock, failures, refusesWrites = () => false, answerWithinMs = ANSWER_WITHIN_MS } = options;
  const noAnswer: Readiness = { isReady: false, database: 'no answer', missing: [] };
  let asked: Promise<Tables> | undefined;
  let answering: Promise<Readiness> | undefined;
  let last: { atMs: number; readiness: Readiness } | undefined;

  const ask = (): Promise<Tables> => {
    const answer = findTables(probe).finally(() => (asked = undefined));
    // A late failure has no caller left to handle it.
    answer.catch(() => undefined);
    return answer;
  };

  const answer = async (): Promise<Readiness> => {
    // The statement of an earlier call, which has timed out, is still running.
    if (asked) return noAnswer;
    try {
      const { names, isReadOnly } = await withTimeout(answerWithinMs, (asked = ask()));
      failures.works('readiness');
      const known = new Set(names);
      const missing = needed.filter((name) => !known.has(name));
      const isRefused = isReadOnly || refusesWrites();
      const database = isRefused ? 'refuses writes' : 'answers';
      return { isReady: missing.length === 0 && !isRefused, database, missing };
    } catch (error) {
      failures.report('readiness', error);
      return noAnswer;
    }
  };

  return () => {
    const nowMs = clock.now().getTime();
    // Absolute difference, because the clock may be set back.
    if (last && Math.abs(nowMs - last.atMs) < HOLDS_MS) return Promise.resolve(last.readiness);
    return (answering ??= answer()
      .then((readiness) => {
        last = { atMs: clock.now().getTime(), readiness };
        return readiness;
      })
      .finally(() => (answering = undefined)));
  };
}
