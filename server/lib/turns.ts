import { fail } from './fail.ts';

/** `retry-after` of refused callers, in seconds. */
const RETRY_AFTER_SECONDS = 2;

/** Runs work with the same key sequentially. @throws TOO_MANY_REQUESTS when too many wait for the same key. */
export type InTurn = <T>(key: string | number, work: () => Promise<T>) => Promise<T>;

/**
 * Queues work by key in this process. Transactions that would wait for the same row lock wait here instead, where
 * waiting occupies no database connection.
 */
export function createTurns({ maximumWaiting }: { maximumWaiting: number }): InTurn {
  const lines = new Map<string | number, { last: Promise<unknown>; waiting: number }>();

  return async (key, work) => {
    const line = lines.get(key) ?? { last: Promise.resolve(), waiting: 0 };
    if (line.waiting >= maximumWaiting) fail('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    lines.set(key, line);
    line.waiting += 1;
    const done = line.last.then(work);
    line.last = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      line.waiting -= 1;
      if (line.waiting === 0) lines.delete(key);
    }
  };
}
