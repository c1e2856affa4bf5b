import type { Transact } from '../db/open.ts';
import type { ProfileRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import { findCount, lockCount, removeCount, secondsUntil, setCount } from '#server/accounts/limits/index.ts';

/** Wrong PINs without a wait: a child at the remote needs some. */
const FREE_TRIES = 3;
const FIRST_WAIT_SECONDS = 5;
const LONGEST_WAIT_SECONDS = 300;
/** The counter resets after this long without a wrong PIN. */
const FORGET_AFTER_SECONDS = 3600;

export interface PinTries {
  /**
   * Counts a try, before the PIN is checked.
   * @returns seconds to wait after it if it is wrong.
   * @throws TOO_MANY_REQUESTS while the caller has to wait.
   */
  take(profile: ProfileRow): Promise<number | undefined>;
  /** Resets the counter after the right PIN. */
  forget(profile: ProfileRow): Promise<void>;
}

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

/**
 * Exponential backoff: from the third wrong PIN on, each doubles the wait (5 s, 10 s, ... 5 min). The right PIN must
 * wait too, or it could be found during the wait. Ten thousand PINs then take more than a month.
 */
export function createPinTries(transact: Transact, clock: Clock): PinTries {
  const countKey = ({ id }: ProfileRow) => `pin:count:${id}`;
  const waitKey = ({ id }: ProfileRow) => `pin:wait:${id}`;

  return {
    take: (profile) =>
      transact(async (tx) => {
        // Serializes concurrent tries, so that each sees the ones before it.
        await lockCount(tx, countKey(profile), clock.now());
        const now = clock.now();
        const wait = await findCount(tx, waitKey(profile), now);
        if (wait) fail('TOO_MANY_REQUESTS', { retryAfterSeconds: secondsUntil(wait.resets_at, now) });

        const count = ((await findCount(tx, countKey(profile), now))?.count ?? 0) + 1;
        await setCount(tx, { key: countKey(profile), count, resets_at: after(now, FORGET_AFTER_SECONDS) });
        if (count < FREE_TRIES) return undefined;
        const seconds = Math.min(LONGEST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2 ** (count - FREE_TRIES));
        await setCount(tx, { key: waitKey(profile), count, resets_at: after(now, seconds) });
        return seconds;
      }),

    forget: (profile) =>
      transact(async (tx) => {
        await removeCount(tx, countKey(profile));
        await removeCount(tx, waitKey(profile));
      }),
  };
}
