import type { Clock } from '#server/lib/clock.ts';

export interface ServerClock extends Clock {
  advance(seconds: number): void;
}

/** Friday, 20 November 2026, noon in Korea. */
export const START = '2026-11-20T03:00:00Z';

/** A clock that only a test advances. */
export function createServerClock(start = START): ServerClock {
  let nowMs = Date.parse(start);
  return {
    now: () => new Date(nowMs),
    advance: (seconds) => {
      nowMs += seconds * 1000;
    },
  };
}
