import type { Caller } from '../accounts/sessions.ts';
import { isPasswordOf } from '../accounts/passwords.ts';
import { insertToken, removeOldProfileTokens } from '../accounts/store.ts';
import { hashToken } from '../accounts/tokens.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { ProfileRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Random } from '../lib/random.ts';
import type { PinTries } from './pin-tries.ts';
import { findProfile, listProfileImageRows, listProfileRows, type ProfileImageRow } from './store.ts';

/** Profile tokens that one device keeps: several tabs and the members of a family, and some lost answers. */
const TOKENS_PER_DEVICE = 20;

export interface Profiles {
  list(caller: Caller): Promise<ProfileRow[]>;
  listImages(): Promise<ProfileImageRow[]>;
  /** @throws NOT_FOUND, PIN_INVALID, TOO_MANY_REQUESTS */
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
  pinTries: PinTries;
}): Profiles {
  const { db, transact, clock, random, pinTries } = options;

  const checkPin = async (profile: ProfileRow, pin: string | undefined) => {
    if (profile.pin_hash === null) return;
    // Asking without a PIN is how an app finds out that it needs one; it is no guess.
    if (pin === undefined || pin === '') fail('PIN_INVALID');
    await pinTries.take(profile);
    if (!(await isPasswordOf(profile.pin_hash, pin))) fail('PIN_INVALID');
    await pinTries.forget(profile);
  };

  return {
    list: ({ account }) => listProfileRows(db, account.id),
    listImages: () => listProfileImageRows(db),

    async createToken({ account, deviceSessionId }, profileId, pin) {
      const profile = (await findProfile(db, account.id, profileId)) ?? fail('NOT_FOUND');
      await checkPin(profile, pin);
      const token = random.secret();
      const session = { account_id: account.id, device_session_id: deviceSessionId };
      await transact(async (tx) => {
        await insertToken(tx, {
          ...session,
          hash: hashToken(token),
          profile_id: profile.id,
          created_at: clock.now(),
        });
        await removeOldProfileTokens(tx, { ...session, keep: TOKENS_PER_DEVICE });
      });
      return { token, profile };
    },
  };
}
