import { setTimeout as wait } from 'node:timers/promises';
import { isContention, isOutdatedStatement } from './database-errors.ts';

/**
 * Maximum tries, including the first. When many transactions want one row, a serializable engine lets one through per
 * round.
 */
const MAXIMUM_TRIES = 25;
const FIRST_WAIT_MS = 2;
const LONGEST_WAIT_MS = 200;
/** No retry after this, in ms: the caller has waited long enough. */
const TRY_FOR_MS = 5_000;

const isRepeatable = (error: unknown): boolean => isContention(error) || isOutdatedStatement(error);

/** Exponential backoff with jitter, so that colliding transactions do not collide again. */
const pauseByChance = (tries: number): Promise<void> =>
  wait(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1)) * (0.5 + Math.random() / 2));

/**
 * Retries a whole transaction when the database requests it.
 *
 * @param pause how long to wait after so many tries.
 * @param now a monotonic clock in ms.
 */
export async function retry<T>(
  work: () => Promise<T>,
  pause = pauseByChance,
  now: () => number = () => performance.now(),
): Promise<T> {
  const startedAt = now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isRepeatable(error) || tries >= MAXIMUM_TRIES || now() - startedAt >= TRY_FOR_MS) throw error;
      await pause(tries);
    }
  }
}
