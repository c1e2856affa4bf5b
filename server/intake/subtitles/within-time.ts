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
  try {
    return runInNewContext('compute()', { compute }, { timeout: limitMs }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new TimeLimitError(`Not done after ${limitMs} ms.`, { cause: error });
  }
}
