import { isPasswordOf } from '../accounts/passwords.ts';
import type { ProfileRow } from '../db/tables.ts';
import { fail } from '../lib/fail.ts';
import type { PinTries } from './pin-tries.ts';

/** @throws PIN_INVALID where the profile has another PIN, with the wait that begins; TOO_MANY_REQUESTS in it. */
export type CheckPin = (profile: ProfileRow, pin: string | undefined) => Promise<void>;

export const createCheckPin =
  (pinTries: PinTries): CheckPin =>
  async (profile, pin) => {
    if (profile.pin_hash === null) return;
    // Asking without a PIN is how an app finds out that it needs one; it is no guess.
    if (pin === undefined || pin === '') fail('PIN_INVALID');
    const waitSeconds = await pinTries.take(profile);
    if (!(await isPasswordOf(profile.pin_hash, pin)))
      fail('PIN_INVALID', waitSeconds === undefined ? {} : { retryAfterSeconds: waitSeconds });
    await pinTries.forget(profile);
  };
