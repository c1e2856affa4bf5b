import { setTimeout as pass } from 'node:timers/promises';
import type { Clock, Stop } from '#src/lib/clock.ts';
import type { EveningTime } from '#tests/evening/time.ts';

/** The real time in place of an evening's: the leases of a database cluster last as long as they last. */
export function createRealTime(): EveningTime {
  const startedAt = performance.now();
  const now = () => performance.now() - startedAt;
  const clock: Clock = {
    now,
    instant: () => Date.now(),
    after(delayMs, run): Stop {
      // Calls without a limit ask for a timer that never ends.
      if (delayMs === Infinity) return () => undefined;
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
    every(periodMs, run): Stop {
      // Each run is due at a multiple of the period. An interval of Node would start each period at the late end of the last
      // one: on a busy machine, a decoder that counts runs would lose seconds.
      let dueAtMs = now() + periodMs;
      let timer = setTimeout(tick, periodMs);
      function tick() {
        dueAtMs += periodMs;
        timer = setTimeout(tick, Math.max(0, dueAtMs - now()));
        run();
      }
      return () => clearTimeout(timer);
    },
  };
  return {
    clock,
    wait: (seconds) => pass(seconds * 1_000),
    during: (work) => work,
    passUntil: (second) => pass(Math.max(0, second * 1_000 - now())),
    passWhile: async (work) => {
      await work;
    },
  };
}
