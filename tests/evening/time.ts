import type { Clock } from '#src/lib/clock.ts';

/** A date without meaning: 20 November 2026, 19:00 in Korea. */
export const EVENING_STARTS_AT = Date.parse('2026-11-20T10:00:00Z');

/**
 * How much faster than the real time the evening passes while somebody waits for an answer. Timeouts of the servers run
 * in real time: `process/main.ts` divides them by the same number.
 */
export const HASTE = 4;

const STEP_MS = 1_000;

export interface EveningTime {
  /** For the sets: their timers, and milliseconds since the start. */
  readonly clock: Clock;
  /** Resolves after so many seconds of the evening. */
  wait(seconds: number): Promise<void>;
  /** While the work lasts, time passes at most `HASTE` times as fast as in reality. */
  during<T>(work: Promise<T>): Promise<T>;
  /** Lets time pass until a moment in seconds since the start. */
  passUntil(second: number): Promise<void>;
  /** Lets time pass until the work is done. */
  passWhile(work: Promise<unknown>): Promise<void>;
}

interface Timer {
  dueMs: number;
  readonly periodMs: number | null;
  readonly run: () => void;
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * The time of one evening. A second passes at once while all sets only wait for their timers. Otherwise it lasts until
 * every call is answered, at most `1000 / HASTE` ms.
 *
 * @param publish shows the time to the servers, in ms since 1970.
 */
export function createEveningTime(publish: (instantMs: number) => void): EveningTime {
  let nowMs = 0;
  let busy = 0;
  let onQuiet: () => void = () => undefined;
  const timers = new Set<Timer>();

  const add = (delayMs: number, periodMs: number | null, run: () => void) => {
    const timer = { dueMs: nowMs + Math.max(0, delayMs), periodMs, run };
    timers.add(timer);
    return () => void timers.delete(timer);
  };

  const runDue = (untilMs: number) => {
    for (;;) {
      let next: Timer | undefined;
      for (const timer of timers) if (timer.dueMs <= untilMs && (!next || timer.dueMs < next.dueMs)) next = timer;
      if (!next) return;
      nowMs = Math.max(nowMs, next.dueMs);
      if (next.periodMs === null) timers.delete(next);
      else next.dueMs = nowMs + next.periodMs;
      next.run();
    }
  };

  /** Lets answers arrive and be handled, until nobody waits or the second is over. */
  const settle = async () => {
    const untilMs = performance.now() + STEP_MS / HASTE;
    for (let quiet = 0; quiet < 3;) {
      await turn();
      if (busy === 0) {
        quiet += 1;
        continue;
      }
      quiet = 0;
      const leftMs = untilMs - performance.now();
      if (leftMs <= 0) return;
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, leftMs);
        onQuiet = () => {
          clearTimeout(late);
          resolve();
        };
      });
    }
  };

  const pass = async () => {
    const untilMs = nowMs + STEP_MS;
    runDue(untilMs);
    nowMs = untilMs;
    publish(EVENING_STARTS_AT + nowMs);
    await settle();
  };

  publish(EVENING_STARTS_AT);
  const clock: Clock = {
    now: () => nowMs,
    instant: () => EVENING_STARTS_AT + nowMs,
    after: (delayMs, run) => add(delayMs, null, run),
    every: (periodMs, run) => add(periodMs, periodMs, run),
  };
  return {
    clock,
    wait: (seconds) => new Promise((resolve) => void clock.after(seconds * 1_000, resolve)),
    during(work) {
      busy += 1;
      return work.finally(() => {
        busy -= 1;
        if (busy === 0) onQuiet();
      });
    },
    async passUntil(second) {
      while (nowMs < second * 1_000) await pass();
    },
    async passWhile(work) {
      let isDone = false;
      const done = work.finally(() => (isDone = true));
      // The caller gets the failure from `done`.
      done.catch(() => undefined);
      while (!isDone) await pass();
      await done;
    },
  };
}

/** A clock whose timers end with the power of a set. */
export function createPoweredClock(clock: Clock): Clock & { cut(): void } {
  const stops = new Set<() => void>();
  let isCut = false;
  const keep = (start: (own: () => void) => () => void): (() => void) => {
    if (isCut) return () => undefined;
    const stop = start(() => stops.delete(end));
    const end = () => {
      stops.delete(end);
      stop();
    };
    stops.add(end);
    return end;
  };
  return {
    now: clock.now,
    instant: clock.instant,
    after: (delayMs, run) =>
      keep((forget) =>
        clock.after(delayMs, () => {
          forget();
          run();
        }),
      ),
    every: (periodMs, run) => keep(() => clock.every(periodMs, run)),
    cut() {
      isCut = true;
      for (const stop of stops) stop();
    },
  };
}
