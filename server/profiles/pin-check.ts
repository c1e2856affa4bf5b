import { hashPassword, isPasswordOf } from '../accounts/index.ts';
import type { ProfileRow } from '../db/tables.ts';
import { fail } from '../lib/fail.ts';
import type { SecurityLog } from '../lib/security-log.ts';
import type { Limits } from '#server/accounts/limits/limits.ts';
import type { PinTries } from './pin-tries.ts';

/** PIN checks per account, right or wrong, over all its profiles: each costs a hash. */
const testsPerAccount = { count: 200, windowSeconds: 600 };
/** PIN changes per account, for the same reason. */
const changesPerAccount = { count: 30, windowSeconds: 600 };

/** @throws PIN_INVALID when the PIN is wrong, with the wait that begins; TOO_MANY_REQUESTS during the wait. */
export type CheckPin = (profile: ProfileRow, pin: string | undefined) => Promise<void>;

export const createCheckPin =
  (pinTries: PinTries, limits: Limits, security: SecurityLog): CheckPin =>
  async (profile, pin) => {
    if (profile.pin_hash === null) return;
    // A call without a PIN is how an app learns that it needs one; it does not count as a guess.
    if (pin === undefined || pin === '') fail('PIN_INVALID');
    await limits.take([{ key: `pin-test:${profile.account_id}`, ...testsPerAccount }]);
    const waitSeconds = await pinTries.take(profile);
    if (!(await isPasswordOf(profile.pin_hash, pin, profile.account_id))) {
      if (waitSeconds === undefined) fail('PIN_INVALID');
      security.event('pin_locked', { accountId: profile.account_id, profileId: profile.id });
      fail('PIN_INVALID', { retryAfterSeconds: waitSeconds });
    }
    await pinTries.forget(profile);
  };

/** Hashes a new PIN of an account. @throws TOO_MANY_REQUESTS */
export type HashPin = (accountId: string, pin: string) => Promise<string>;

export const createHashPin =
  (limits: Limits): HashPin =>
  async (accountId, pin) => {
    await limits.take([{ key: `pin-change:${accountId}`, ...changesPerAccount }]);
    return hashPassword(pin, accountId);
  };
