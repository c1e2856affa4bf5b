import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { fail } from '#server/lib/fail.ts';
import { decrease, increaseInOrder, removeCount } from './store.ts';

export interface Limit {
  key: string;
  /** Allowed calls per window. */
  count: number;
  windowSeconds: number;
  /** What the call consumes of it. Default: 1. */
  units?: number;
}

/** The units that a call has consumed. */
export interface Taken {
  /** Refunds the named limits, or all of them. */
  giveBack(keys?: readonly string[]): Promise<void>;
}

export interface Limits {
  /**
   * Consumes the units of each limit, in the given order. The first exhausted limit refuses the call, and later limits
   * are not touched: put the caller's address first, so that a blocked address consumes nobody else's units.
   *
   * @throws TOO_MANY_REQUESTS with the seconds to wait.
   */
  take(limits: readonly Limit[]): Promise<Taken>;
  /**
   * Consumes the units of each limit as `take` does, inside a transaction if given.
   *
   * @returns undefined when consumed, else the end of the refusing limit's window.
   */
  tryTake(limits: readonly Limit[], tx?: Connection): Promise<Date | undefined>;
  /** Resets the counter. */
  clear(key: string): Promise<void>;
}

export const secondsUntil = (instant: Date, now: Date): number =>
  Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / 1000));

/** Limits shared by all server processes, because the counters are in the database. */
export function createLimits(db: Connection, clock: Clock): Limits {
  const attempt = async (limits: readonly Limit[], connection: Connection) => {
    const now = clock.now();
    const asked = limits.map(({ key, count, windowSeconds, units = 1 }) => ({
      key,
      limit: count,
      units,
      resetsAt: new Date(now.getTime() + windowSeconds * 1000),
    }));
    const { taken, refusedUntil } = await increaseInOrder(connection, asked, now);
    const refusing = asked[taken.length];
    // When others exhausted a limit during the statement, the statement does not see their row.
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
