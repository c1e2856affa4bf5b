import type { Caller } from '../accounts/sessions.ts';
import { addProfileToken, makeToken } from '../accounts/index.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { ProfileRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Random } from '../lib/random.ts';
import { checkProfileSwitch } from './household.ts';
import type { CheckPin } from './pin-check.ts';
import { findProfile, listProfileImageRows, listProfileRows, lockProfile, type ProfileImageRow } from './store.ts';

export interface Profiles {
  list(caller: Caller): Promise<ProfileRow[]>;
  /** @throws NOT_FOUND */
  get(caller: Caller, profileId: string): Promise<ProfileRow>;
  listImages(): Promise<ProfileImageRow[]>;
  /** @throws NOT_FOUND, RATING_RESTRICTED, PIN_INVALID, TOO_MANY_REQUESTS */
  createToken(
    caller: Caller,
    profileId: string,
    pin: string | undefined,
  ): Promise<{ token: string; profile: ProfileRow }>;
}

export function createProfiles(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  checkPin: CheckPin;
}): Profiles {
  const { db, transact, clock, random, checkPin } = options;

  return {
    list: ({ account }) => listProfileRows(db, account.id),
    get: async ({ account }, profileId) => (await findProfile(db, account.id, profileId)) ?? fail('NOT_FOUND'),
    listImages: () => listProfileImageRows(db),

    async createToken({ account, deviceSessionId, profile: own }, profileId, pin) {
      const profile = (await findProfile(db, account.id, profileId)) ?? fail('NOT_FOUND');
      checkProfileSwitch(own, profile, pin);
      await checkPin(profile, pin);
      const token = makeToken(account.id, random);
      await transact(async (tx) => {
        await lockProfile(tx, profile);
        const current = (await findProfile(tx, account.id, profileId)) ?? fail('NOT_FOUND');
        // The PIN or the limit may have changed since they were checked.
        if (current.pin_hash !== profile.pin_hash) fail('PIN_INVALID');
        checkProfileSwitch(own, current, pin);
        await addProfileToken(tx, token, { accountId: account.id, deviceSessionId, profileId, now: clock.now() });
      });
      return { token, profile };
    },
  };
}
