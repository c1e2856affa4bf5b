import type { Clock, Stop } from '#src/lib/clock.ts';

/** The step of the watched-time counter, in ms (service.md, sections 4 and 9). */
const STEP_MS = 1_000;

export interface SecondCounter {
  start(): void;
  stop(): void;
  /** Takes the step that is due at this very moment, when its timer has not run yet. */
  settle(): void;
}

/**
 * Calls `onStep` for every full second between `start` and `stop`; a part of a second is carried over a stop.
 *
 *     start      stop  start        stop
 *       |--1--|--.6     |.4-|--1--|--.2        3 steps, .2 carried
 *
 * A timer that runs late because the page was busy is made up for, but time that a suspended television slept through is
 * not watched time: one run of the timer is one step at most.
 */
export function createSecondCounter(clock: Clock, onStep: () => void): SecondCounter {
  let stopTimer: Stop | null = null;
  /** Ms of the present step that had passed at `sinceMs`. */
  let carriedMs = 0;
  let sinceMs = 0;

  const elapsedMs = () => carriedMs + clock.now() - sinceMs;

  const arm = () => {
    stopTimer?.();
    sinceMs = clock.now();
    stopTimer = clock.after(STEP_MS - carriedMs, step);
  };

  const takeStep = () => {
    const lateMs = elapsedMs() - STEP_MS;
    carriedMs = lateMs < STEP_MS ? lateMs : 0;
    onStep();
  };

  function step() {
    takeStep();
    // `onStep` may have stopped the counter.
    if (stopTimer) arm();
  }

  return {
    start() {
      if (!stopTimer) arm();
    },
    stop() {
      if (!stopTimer) return;
      stopTimer();
      stopTimer = null;
      if (elapsedMs() >= STEP_MS) takeStep();
      else carriedMs = elapsedMs();
    },
    settle() {
      if (stopTimer && elapsedMs() >= STEP_MS) step();
    },
  };
}
