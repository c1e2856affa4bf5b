import { sql } from 'kysely';
import { systemClock, type Clock } from '../lib/clock.ts';
import type { Connection } from './open.ts';

/**
 * Half a lease: two workers within this of the database's clock differ by a lease at most. With more, one worker would take
 * work whose lease the other still holds.
 */
const MOST_WRONG_MS = 30_000;

/**
 * This machine's clock or the database's is wrong: background work would remove what is not old, publish what has not come
 * out, or drop mail that has not expired.
 */
export class WrongClockError extends Error {
  override readonly name = 'WrongClockError';

  /** @param aheadMs this machine's clock minus the database's. */
  constructor(aheadMs: number) {
    const seconds = Math.round(Math.abs(aheadMs) / 1000);
    super(
      `nothing is done: this machine's clock is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's`,
    );
  }
}

/** @throws WrongClockError while the two clocks are too far apart for background work. */
export type CheckClock = () => Promise<void>;

/**
 * How far this process's clock is ahead of the database's, in ms; below 0: behind. The result is 0 when the database's time
 * lies between the start and the end of the call, so that a slow call does not look like a wrong clock.
 */
export async function findClockAheadMs(db: Connection, clock: Clock): Promise<number> {
  const asked = clock.now().getTime();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const answered = clock.now().getTime();
  const database = rows[0]!.now.getTime();
  return Math.max(0, asked - database) + Math.min(0, answered - database);
}

export async function checkClock(db: Connection, clock: Clock): Promise<void> {
  const aheadMs = await findClockAheadMs(db, clock);
  if (Math.abs(aheadMs) > MOST_WRONG_MS) throw new WrongClockError(aheadMs);
}

/** A test's clock is not the database's, and is not checked. */
export const createCheckClock = (db: Connection, clock: Clock): CheckClock =>
  clock === systemClock ? () => checkClock(db, clock) : () => Promise.resolve();

/** How far the clock is ahead of the database's, in ms. A test's clock is not compared. */
export const createFindClockAheadMs = (db: Connection, clock: Clock): (() => Promise<number>) =>
  clock === systemClock ? () => findClockAheadMs(db, clock) : () => Promise.resolve(0);
