import type { Clock } from '#src/lib/clock.ts';
import { hold } from './held.ts';

interface FakeTimer {
  dueMs: number;
  readonly periodMs: number | null;
  readonly run: () => void;
  readonly end: () => void;
}

export interface FakeClock extends Clock {
  /** Advances by `ms` and runs due timers in order. Does not let promises settle. */
  advance(ms: number): void;
  /** Advances second by second and lets promises settle in between. */
  pass(ms: number): Promise<void>;
  /** Sleeps for `ms`: time passes without timers; on wake-up each overdue timer runs once. */
  suspend(ms: number): void;
  /** The number of active timers. */
  running(): number;
}

/** Lets pending promise callbacks run. */
export const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** A clock that starts at 0 ms, on 2026-11-20T12:00:00Z. */
export function createFakeClock(): FakeClock {
  const startedAt = Date.UTC(2026, 10, 20, 12);
  let nowMs = 0;
  const timers = new Set<FakeTimer>();

  const add = (delayMs: number, periodMs: number | null, run: () => void) => {
    const end = hold(`timer of the clock, ${delayMs} ms`);
    const timer = { dueMs: nowMs + Math.max(0, delayMs), periodMs, run, end };
    timers.add(timer);
    return () => {
      timers.delete(timer);
      end();
    };
  };

  const runNext = (untilMs: number): boolean => {
    const [next] = Array.from(timers)
      .filter((timer) => timer.dueMs <= untilMs)
      .sort((one, other) => one.dueMs - other.dueMs);
    if (!next) return false;
    nowMs = Math.max(nowMs, next.dueMs);
    if (next.periodMs === null) {
      timers.delete(next);
      next.end();
    }
    // Missed periods are not made up for: the next one starts now.
    else next.dueMs = nowMs + next.periodMs;
    next.run();
    return true;
  };

  const advance = (ms: number) => {
    const untilMs = nowMs + ms;
    while (runNext(untilMs));
    nowMs = untilMs;
  };

  return {
    now: () => nowMs,
    instant: () => startedAt + nowMs,
    after: (delayMs, run) => add(delayMs, null, run),
    every: (periodMs, run) => add(periodMs, periodMs, run),
    advance,
    async pass(ms) {
      await settled();
      for (let leftMs = ms; leftMs > 0; leftMs -= 1_000) {
        advance(Math.min(leftMs, 1_000));
        await settled();
      }
    },
    suspend(ms) {
      nowMs += ms;
      advance(0);
    },
    running: () => timers.size,
  };
}
