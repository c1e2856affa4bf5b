import type { Clock } from './clock.ts';

/** A cause that keeps failing is logged again after this, in ms, with a count. */
const REPEAT_EVERY_MS = 5 * 60_000;
/** A cause has recovered when it worked and has not failed for this long, in ms: flapping adds no lines. */
const QUIET_MS = 10_000;

/** Logs background failures: each cause once, then a count, then its recovery. */
export interface FailureLog {
  /** @param cause one of few fixed names; details belong to the error. */
  report(cause: string, error: unknown): void;
  /** Records a success. Cheap while nothing fails. */
  works(cause: string): void;
}

export interface FailureLogger {
  error(details: object, message: string): void;
  warn(details: object, message: string): void;
}

interface Failing {
  sinceMs: number;
  lastMs: number;
  loggedMs: number;
  /** Total failures, and those not logged yet. */
  count: number;
  uncounted: number;
}

export function createFailureLog(log: FailureLogger, clock: Clock): FailureLog {
  const failing = new Map<string, Failing>();
  // Absolute difference, because a clock that is set back must not silence the log for an hour.
  const passed = (nowMs: number, thenMs: number) => Math.abs(nowMs - thenMs);

  return {
    report(cause, error) {
      const nowMs = clock.now().getTime();
      const known = failing.get(cause);
      if (!known) {
        failing.set(cause, { sinceMs: nowMs, lastMs: nowMs, loggedMs: nowMs, count: 1, uncounted: 0 });
        log.error({ err: error, cause }, `${cause} failed`);
        return;
      }
      known.lastMs = nowMs;
      known.count += 1;
      known.uncounted += 1;
      if (passed(nowMs, known.loggedMs) < REPEAT_EVERY_MS) return;
      log.error({ err: error, cause, count: known.uncounted }, `${cause} still fails`);
      known.loggedMs = nowMs;
      known.uncounted = 0;
    },
    works(cause) {
      const known = failing.size === 0 ? undefined : failing.get(cause);
      if (!known) return;
      const nowMs = clock.now().getTime();
      if (passed(nowMs, known.lastMs) < QUIET_MS) return;
      failing.delete(cause);
      const seconds = Math.round(passed(nowMs, known.sinceMs) / 1000);
      log.warn({ cause, count: known.count, seconds }, `${cause} recovered after ${seconds} s`);
    },
  };
}
