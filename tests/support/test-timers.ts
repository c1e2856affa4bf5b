import type { Later } from '#server/lib/later.ts';

type IsRight = (ms: number) => boolean;

/** Timers that fire only on demand. */
export interface TestTimers {
  schedule: Later;
  /** How many timers of such delays wait. */
  count(isRight: IsRight): number;
  /** Fires the first timer of such a delay. */
  fire(isRight: IsRight): void;
}

export function createTestTimers(): TestTimers {
  let timers: { work: () => void; ms: number }[] = [];
  return {
    schedule(work, ms) {
      const timer = { work, ms };
      timers.push(timer);
      return () => {
        timers = timers.filter((each) => each !== timer);
      };
    },
    count: (isRight) => timers.filter(({ ms }) => isRight(ms)).length,
    fire(isRight) {
      const [timer] = timers.splice(
        timers.findIndex(({ ms }) => isRight(ms)),
        1,
      );
      timer!.work();
    },
  };
}
