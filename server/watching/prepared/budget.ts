import { LRUCache } from 'lru-cache';
import type { Clock } from '#server/lib/clock.ts';

/** Keys in memory; beyond it, the one that took something longest ago is forgotten. */
const MOST_KEYS = 100_000;

interface Taken {
  units: number;
  endsAt: number;
}

export interface Budget {
  /** Takes units of a key's window. @returns 0 when taken, else the seconds until its window ends; then it takes nothing. */
  take(key: string, units: number): number;
}

/**
 * Counts in this process alone, because a database would do more work than what is counted. Calls and media of an account go
 * to the same process where a load balancer follows the account.
 */
export function createBudget(options: { clock: Clock; most: number; windowMs: number }): Budget {
  const { clock, most, windowMs } = options;
  // With `max`, the cache would take the memory of all keys at the start.
  const taken = new LRUCache<string, Taken>({ maxSize: MOST_KEYS, sizeCalculation: () => 1 });
  return {
    take(key, units) {
      const now = clock.now().getTime();
      const known = taken.get(key);
      // A clock that was set back must not make a window last longer.
      const isOpen = known !== undefined && known.endsAt > now && known.endsAt <= now + windowMs;
      const window = isOpen ? known : { units: 0, endsAt: now + windowMs };
      if (window.units + units > most) return Math.max(1, Math.ceil((window.endsAt - now) / 1000));
      taken.set(key, { ...window, units: window.units + units });
      return 0;
    },
  };
}
