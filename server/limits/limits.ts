import type { Connection } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import { decrease, increaseInOrder, removeCount } from './store.ts';

export interface Limit {
  key: string;
  /** How many are allowed. */
  count: number;
  withinSeconds: number;
}

/** What a call has taken. */
export interface Taken {
  /** Refunds the named limits, or all of them. */
  giveBack(keys?: readonly string[]): Promise<void>;
}

export interface Limits {
  /**
   * Takes one unit of each limit, in the given order. The first limit that is used up refuses the call, and the limits
   * after it are not touched: put the caller's address first, so that a blocked address costs nobody else a unit.
   *
   * @throws TOO_MANY_REQUESTS with the seconds to wait.
   */
  take(limits: readonly Limit[]): Promise<Taken>;
  /**
   * Takes one unit of each limit as `take` does, inside a transaction where one is given.
   *
   * @returns undefined when taken, else the end of the refusing limit's window.
   */
  tryTake(limits: readonly Limit[], tx?: Connection): Promise<Date | undefined>;
  /** Forgets what was counted. */
  clear(key: string): Promise<void>;
}

export const secondsUntil = (instant: Date, now: Date): number =>
  Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / 1000));

/** Limits that hold over all server processes, because the counts live in the database. */
export function createLimits(db: Connection, clock: Clock): Limits {
  const attempt = async (limits: readonly Limit[], connection: Connection) => {
    const now = clock.now();
    const asked = limits.map(({ key, count, withinSeconds }) => ({
      key,
      limit: count,
      resetsAt: new Date(now.getTime() + withinSeconds * 1000),
    }));
    const { taken, refusedUntil } = await increaseInOrder(connection, asked, now);
    const refusing = asked[taken.length];
    // The row of a limit that others used up during the statement is not visible to it.
    return { taken, refusedUntil: refusing && (refusedUntil ?? refusing.resetsAt), now };
  };

  return {
    async take(limits) {
      const { taken, refusedUntil, now } = await attempt(limits, db);
      if (refusedUntil) fail('TOO_MANY_REQUESTS', { retryAfterSeconds: secondsUntil(refusedUntil, now) });
      return {
        giveBack: (keys) => decrease(db, keys ? taken.filter(({ key }) => keys.includes(key)) : taken),
      };
    },
    tryTake: async (limits, tx = db) => (await attempt(limits, tx)).refusedUntil,
    clear: (key) => removeCount(db, key),
  };
}
