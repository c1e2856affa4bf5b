import type { Clock, Stop } from '#src/lib/clock.ts';

/** The step of the watched-time counter, in ms (service.md, sections 4 and 9). */
const STEP_MS = 1_000;

/** A timer that is later than this was not late: the television slept. */
const LONGEST_GAP_MS = 2 * STEP_MS;

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
 * A timer that runs late because the page was busy is made up for. What a suspended television slept through is not
 * watched time: that gap is one step, however long it was.
 */
export function createSecondCounter(clock: Clock, onStep: () => void): SecondCounter {
  let stopTimer: Stop | null = null;
  /** Ms of the present step that had passed at `sinceMs`. */
  let carriedMs = 0;
  let sinceMs = 0;

  const isRunning = () => stopTimer !== null;

  const takeDueSteps = () => {
    const gapMs = clock.now() - sinceMs;
    sinceMs = clock.now();
    carriedMs = gapMs > LONGEST_GAP_MS ? STEP_MS : carriedMs + gapMs;
    while (carriedMs >= STEP_MS) {
      carriedMs -= STEP_MS;
      onStep();
    }
  };

  const waitForStep = () => {
    stopTimer?.();
    stopTimer = clock.after(STEP_MS - carriedMs, settle);
  };

  function settle() {
    if (!stopTimer) return;
    takeDueSteps();
    // A step may have been the last one.
    if (isRunning()) waitForStep();
  }

  return {
    start() {
      if (stopTimer) return;
      sinceMs = clock.now();
      waitForStep();
    },
    stop() {
      if (!stopTimer) return;
      stopTimer();
      stopTimer = null;
      takeDueSteps();
    },
    settle,
  };
}
