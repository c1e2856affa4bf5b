import type { Clock, Stop } from '#src/lib/clock.ts';

/** The step of the watched-time counter, in ms (service.md, sections 4 and 9). */
const STEP_MS = 1_000;

/** A timer later than this means that the television slept. */
const LONGEST_GAP_MS = 2 * STEP_MS;

export interface SecondCounter {
  start(): void;
  stop(): void;
  /** Counts a step that is due now although its timer has not run yet. */
  settle(): void;
}

/**
 * Calls `onStep` for every full second between `start` and `stop`; fractions carry over a stop.
 *
 *     start      stop  start        stop
 *       |--1--|--.6     |.4-|--1--|--.2        3 steps, .2 carried
 *
 * A timer that runs late because the page was busy is caught up. The sleep of a suspended television is not watched time:
 * such a gap counts as one step.
 */
export function createSecondCounter(clock: Clock, onStep: () => void): SecondCounter {
  let stopTimer: Stop | null = null;
  /** Part of the current step that had passed at `sinceMs`, in ms. */
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
    // The step may have stopped the counter.
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
