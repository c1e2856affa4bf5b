import type { Connection } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import { decrease, increase, removeCount } from './store.ts';

export interface Limit {
  key: string;
  /** How many are allowed. */
  count: number;
  withinSeconds: number;
}

export interface Limits {
  /**
   * Takes one of each limit. What is not given back counts.
   * @throws TOO_MANY_REQUESTS with the seconds to wait, when one is used up.
   */
  take(limits: readonly Limit[]): Promise<{ giveBack(): Promise<void> }>;
  /** Forgets what was counted. */
  clear(key: string): Promise<void>;
}

export const secondsUntil = (instant: Date, now: Date): number =>
  Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / 1000));

/** Limits that hold over all server processes, because the counts live in the database. */
export function createLimits(db: Connection, clock: Clock): Limits {
  return {
    async take(limits) {
      const now = clock.now();
      for (const limit of limits) {
        const resetsAt = new Date(now.getTime() + limit.withinSeconds * 1000);
        const { count, resets_at } = await increase(db, { key: limit.key, now, resetsAt });
        if (count > limit.count) fail('TOO_MANY_REQUESTS', { retryAfterSeconds: secondsUntil(resets_at, now) });
      }
      return {
        giveBack: async () => {
          for (const { key } of limits) await decrease(db, key);
        },
      };
    },
    clear: (key) => removeCount(db, key),
  };
}
