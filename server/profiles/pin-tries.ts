import type { Connection } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import { secondsUntil } from '../limits/limits.ts';
import { findCount, removeCount, setCount } from '../limits/store.ts';

/** Wrong PINs that cost nothing: a child at the remote needs some. */
const FREE_TRIES = 3;
const FIRST_WAIT_SECONDS = 5;
const LONGEST_WAIT_SECONDS = 300;
/** After this long without a wrong PIN, all is forgotten. */
const FORGET_AFTER_SECONDS = 3600;

export interface PinTries {
  /** @throws TOO_MANY_REQUESTS while the next try has to wait. */
  check(profileId: string): Promise<void>;
  countWrong(profileId: string): Promise<void>;
  forget(profileId: string): Promise<void>;
}

/**
 * Slows guessing: after three wrong PINs each further one doubles the wait (5 s, 10 s, ... 5 min), also for the right
 * one, which would else be found in the waiting time. Ten thousand PINs then take more than a month.
 */
export function createPinTries(db: Connection, clock: Clock): PinTries {
  const countKey = (profileId: string) => `pin:count:${profileId}`;
  const waitKey = (profileId: string) => `pin:wait:${profileId}`;
  const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

  return {
    async check(profileId) {
      const now = clock.now();
      const wait = await findCount(db, waitKey(profileId), now);
      if (wait) fail('TOO_MANY_REQUESTS', { retryAfterSeconds: secondsUntil(wait.resets_at, now) });
    },
    async countWrong(profileId) {
      const now = clock.now();
      const known = await findCount(db, countKey(profileId), now);
      const count = (known?.count ?? 0) + 1;
      await setCount(db, { key: countKey(profileId), count, resets_at: after(now, FORGET_AFTER_SECONDS) });
      if (count < FREE_TRIES) return;
      const seconds = Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (count - FREE_TRIES));
      await setCount(db, { key: waitKey(profileId), count, resets_at: after(now, seconds) });
    },
    async forget(profileId) {
      await removeCount(db, countKey(profileId));
      await removeCount(db, waitKey(profileId));
    },
  };
}
