import type { Clock, Stop } from '#src/lib/clock.ts';
import { retryAfterMs } from '#src/lib/retry-after.ts';

/** Pause after the first failure, in ms; it doubles up to the longest. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 15_000;

export interface RetryingOptions<T> {
  readonly clock: Clock;
  readonly attempt: () => Promise<T>;
  /** Whether a later attempt may succeed. */
  readonly isTransient: (error: unknown) => boolean;
  readonly onAnswer: (answer: T) => void;
  /** A definite refusal; no further attempt follows. */
  readonly onRefused: (error: unknown) => void;
  /** Called with each transient failure. */
  readonly onTransient: (error: unknown) => void;
}

/**
 * Attempts until an answer, a definite refusal, or a call of the returned function. Pauses grow exponentially; an answer may ask
 * for a longer one.
 */
export function retrying<T>(options: RetryingOptions<T>): Stop {
  const { clock, attempt, isTransient, onAnswer, onRefused, onTransient } = options;
  let isStopped = false;
  let stopTimer: Stop | null = null;

  const run = (pauseMs: number) => {
    attempt().then(
      // Also after `stop`: an answer may have to be given back.
      onAnswer,
      (error: unknown) => {
        if (isStopped) return;
        if (!isTransient(error)) return onRefused(error);
        onTransient(error);
        stopTimer = clock.after(Math.max(pauseMs, retryAfterMs(error)), () =>
          run(Math.min(LONGEST_PAUSE_MS, pauseMs * 2)),
        );
      },
    );
  };

  run(FIRST_PAUSE_MS);
  return () => {
    isStopped = true;
    stopTimer?.();
  };
}
