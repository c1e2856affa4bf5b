import { setTimeout as wait } from 'node:timers/promises';
import { isContention } from './database-errors.ts';

/** Tries in all, the first included. Of many that want one row at once, a serializable engine lets one through a time. */
const MAXIMUM_TRIES = 25;
const FIRST_WAIT_MS = 2;
const LONGEST_WAIT_MS = 200;
/** No new try after this, in ms: the caller has waited long enough. */
const TRY_FOR_MS = 5_000;

/** Longer each time, and some of it by chance, so that those who met do not meet again. */
const pauseByChance = (tries: number): Promise<void> =>
  wait(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1)) * (0.5 + Math.random() / 2));

/**
 * Runs a whole transaction again when the database asks for it.
 *
 * @param pause how long to wait after so many tries.
 * @param now milliseconds that only grow.
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
      if (!isContention(error) || tries >= MAXIMUM_TRIES || now() - startedAt >= TRY_FOR_MS) throw error;
      await pause(tries);
    }
  }
}
