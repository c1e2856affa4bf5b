import { ServiceError } from '../lib/fail.ts';
import type { Clock } from '../lib/clock.ts';

/** Calls a minute from one address: a house with four televisions stays far below. */
const CALLS_A_MINUTE = 1200;
const MINUTE_MS = 60_000;

/** Addresses counted at once. Beyond it the oldest count is dropped: an attacker pays with this many addresses for it. */
const MAX_ADDRESSES = 100_000;

/** Counts the calls of each address in this process; the limits on guessing are in the database. */
export interface CallLimit {
  /** Counts one call. @returns TOO_MANY_REQUESTS when the address has used up its minute */
  take(address: string): ServiceError | undefined;
}

/** One window for all addresses: the counts of a past minute are dropped together. */
export function createCallLimit(clock: Clock, most = { calls: CALLS_A_MINUTE, addresses: MAX_ADDRESSES }): CallLimit {
  const counts = new Map<string, number>();
  let endsAt = 0;
  return {
    take(address) {
      const now = clock.now().getTime();
      // Also when the clock was set back: the window would last for hours.
      if (now >= endsAt || endsAt - now > MINUTE_MS) {
        counts.clear();
        endsAt = now + MINUTE_MS;
      }
      const count = (counts.get(address) ?? 0) + 1;
      if (count === 1 && counts.size >= most.addresses) counts.delete(counts.keys().next().value!);
      counts.set(address, count);
      if (count <= most.calls) return undefined;
      return new ServiceError('TOO_MANY_REQUESTS', {
        retryAfterSeconds: Math.max(1, Math.ceil((endsAt - now) / 1000)),
      });
    },
  };
}
