import { runInNewContext } from 'node:vm';

export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/**
 * Runs a computation and ends it after a time limit, wherever it is, even within a regular expression: a crafted file
 * must not keep a worker busy. The engine's watchdog does it, so no other thread has to be started.
 *
 * @throws TimeLimitError
 */
export function withinTime<T>(compute: () => T, limitMs: number): T {
  if (limitMs <= 0) throw new TimeLimitError('No time is left.');
  try {
    return runInNewContext('compute()', { compute }, { timeout: limitMs }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new TimeLimitError(`Not done after ${limitMs} ms.`, { cause: error });
  }
}

/**
 * Time that several computations have together, in ms: a hundred crafted files must not take a hundred times what one may.
 *
 * @returns what is left for the next one; 0 or less for nothing.
 */
export function sharedTime(togetherMs: number, eachMs = togetherMs): () => number {
  const until = performance.now() + togetherMs;
  return () => Math.min(eachMs, Math.ceil(until - performance.now()));
}
