import { setTimeout as wait } from 'node:timers/promises';

/** Tries in all, the first included. Of many that want one row at once, a serializable engine lets one through a time. */
const MAXIMUM_TRIES = 25;
const FIRST_WAIT_MS = 2;
const LONGEST_WAIT_MS = 200;

/** 40001: a serializable engine asks to try again; 40P01: this transaction was chosen to end a deadlock. */
const isTransient = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');

/** Longer each time, and some of it by chance, so that those who met do not meet again. */
const pauseByChance = (tries: number): Promise<void> =>
  wait(Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1)) * (0.5 + Math.random() / 2));

/**
 * Runs a whole transaction again when the database asks for it.
 *
 * @param pause how long to wait after so many tries.
 */
export async function retry<T>(work: () => Promise<T>, pause = pauseByChance): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || tries >= MAXIMUM_TRIES) throw error;
      await pause(tries);
    }
  }
}
