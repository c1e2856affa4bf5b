import type { Clock } from './clock.ts';

/** Corrections backwards of up to this length stand still instead, in ms: a countdown must not run back. */
const STANDS_MS = 10_000;

/** A clock with the server's date: `instant` follows answers, everything else is the device's. */
export interface ServerClock extends Clock {
  /**
   * An answer came.
   * @param date its `Date` header, in whole seconds
   * @param sentMs `now()` when the call was sent
   */
  heard(date: unknown, sentMs: number): void;
}

/**
 * Sets lose their date in a power cut. The server wrote its date between call and answer, so each answer bounds the
 * difference to the device's monotonic clock, a slow one less than a quick one. The difference moves only as far as the
 * bounds require: a right clock is not corrected, and jumps of the device's date change nothing. Bounds that exclude
 * the earlier ones replace them: one of the clocks drifted or slept.
 */
export function createServerClock(device: Clock): ServerClock {
  let difference: number | null = null;
  let [low, high] = [-Infinity, Infinity];
  let told = 0;

  return {
    ...device,
    instant() {
      if (difference === null) return device.instant();
      const next = device.now() + difference;
      if (next > told || next < told - STANDS_MS) told = next;
      return told;
    },
    heard(date, sentMs) {
      const ms = Date.parse(String(date));
      // A header that is no date is ignored: a comparison with NaN is false.
      if (!(ms > 0)) return;
      const nowMs = device.now();
      const [from, to] = [ms - nowMs, ms + 1000 - sentMs];
      const isApart = from > high || to < low;
      low = isApart ? from : Math.max(low, from);
      high = isApart ? to : Math.min(high, to);
      difference = Math.min(Math.max(difference ?? device.instant() - nowMs, low), high);
    },
  };
}
