import type { Later } from './later.ts';

/** The work timed out; it may still be running. */
class TooLateError extends Error {
  override readonly name = 'TooLateError';
}

const byTimer: Later = (work, ms) => {
  const timer = setTimeout(work, ms);
  return () => clearTimeout(timer);
};

/**
 * Waits for `work` up to `ms`. Does not cancel the work.
 *
 * @param schedule the timer; by default one that keeps the process alive.
 * @throws TooLateError
 */
export async function withTimeout<T>(ms: number, work: Promise<T>, schedule = byTimer): Promise<T> {
  let cancel: (() => void) | undefined;
  const timeout = new Promise<never>((_, reject) => {
    cancel = schedule(() => reject(new TooLateError(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    cancel?.();
  }
}
