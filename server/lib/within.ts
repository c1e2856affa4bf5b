/** The work timed out; it may still be running. */
export class TooLateError extends Error {
  override readonly name = 'TooLateError';
}

/**
 * Waits for `work` up to `ms`. Does not cancel the work.
 *
 * @throws TooLateError
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TooLateError(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
