import { LRUCache } from 'lru-cache';
import { ServiceError } from '../lib/fail.ts';
import type { Clock } from '../lib/clock.ts';

/** Calls per minute and address: a house with four televisions stays far below. */
const CALLS_A_MINUTE = 1200;
const MINUTE_MS = 60_000;

/** Maximum counted addresses. Beyond it, the server forgets the address that called longest ago. */
const MAX_ADDRESSES = 100_000;

/** Counts calls per address in this process; limits against guessing are in the database. */
export interface CallLimit {
  /** Counts one call. @returns TOO_MANY_REQUESTS when the address exceeds its limit per minute */
  take(address: string): ServiceError | undefined;
}

/** One window for all addresses, so that the counts of a past minute are dropped together. */
export function createCallLimit(clock: Clock, most = { calls: CALLS_A_MINUTE, addresses: MAX_ADDRESSES }): CallLimit {
  const counts = new LRUCache<string, number>({ max: most.addresses });
  let endsAt = 0;
  return {
    take(address) {
      const now = clock.now().getTime();
      // Also resets after the clock was set back; otherwise the window could last for hours.
      if (now >= endsAt || endsAt - now > MINUTE_MS) {
        counts.clear();
        endsAt = now + MINUTE_MS;
      }
      const count = (counts.get(address) ?? 0) + 1;
      counts.set(address, count);
      if (count <= most.calls) return undefined;
      return new ServiceError('TOO_MANY_REQUESTS', {
        retryAfterSeconds: Math.max(1, Math.ceil((endsAt - now) / 1000)),
      });
    },
  };
}
