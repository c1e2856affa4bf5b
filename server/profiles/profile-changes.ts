import type { NewProfile, ProfileChanges } from '#contract/profiles.ts';
import type { Caller } from '../accounts/sessions.ts';
import { lockAccount, removeProfileTokens } from '../accounts/store.ts';
import { isWithin } from '../catalogue/age-limit.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { ProfileRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Random } from '../lib/random.ts';
import type { ReportingPlayLog } from '../playback/deactivate-store.ts';
import type { CheckPin, HashPin } from './pin-check.ts';
import { ratingCeiling } from './rating-ceiling.ts';
import {
  deleteProfile,
  findProfile,
  insertProfile,
  listProfileImageRows,
  listProfileRows,
  lockProfile,
  updateProfileRow,
} from './store.ts';

/** Profiles that an account may have (contract.md, section 2). */
const MAXIMUM_PROFILES = 5;

export interface ProfileChanging {
  /** @throws PROFILE_LIMIT, RATING_RESTRICTED, VALIDATION_FAILED for an unknown picture */
  create(caller: Caller, given: NewProfile): Promise<ProfileRow>;
  /**
   * A profile with a PIN is changed by who has chosen it or gives the PIN; the PIN itself only by who gives it.
   * @throws NOT_FOUND, PIN_INVALID, TOO_MANY_REQUESTS, RATING_RESTRICTED, VALIDATION_FAILED
   */
  update(caller: Caller, id: string, changes: ProfileChanges, pin: string | undefined): Promise<ProfileRow>;
  /** @throws NOT_FOUND, PIN_INVALID, TOO_MANY_REQUESTS, PROFILE_LAST */
  remove(caller: Caller, id: string, pin: string | undefined): Promise<void>;
}

export function createProfileChanging(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  checkPin: CheckPin;
  hashPin: HashPin;
  /** Ends what the account is playing, as far as `isEnded` says. */
  deactivate(tx: Connection, accountId: string, isEnded: (log: ReportingPlayLog) => boolean): Promise<void>;
  /** What goes with a profile, besides its own rows. */
  onRemove(tx: Connection, profile: ProfileRow): Promise<void>;
}): ProfileChanging {
  const { db, transact, clock, random, checkPin, hashPin, deactivate, onRemove } = options;

  const checkImage = async (id: number | undefined) => {
    if (id === undefined || (await listProfileImageRows(db)).some((image) => image.id === id)) return;
    fail('VALIDATION_FAILED', { fields: { default_image_id: ['NOT_FOUND'] } });
  };

  /** The age limit of a new profile in a household. @throws PROFILE_LIMIT, RATING_RESTRICTED */
  const ratingOf = (household: readonly ProfileRow[], own: ProfileRow | null, given: NewProfile) => {
    if (household.length >= MAXIMUM_PROFILES) fail('PROFILE_LIMIT');
    const ceiling = ratingCeiling(own, household);
    const maxRating = given.max_rating ?? ceiling;
    if (!isWithin(maxRating, ceiling)) fail('RATING_RESTRICTED');
    return maxRating;
  };

  /** The profile as the caller may touch it. */
  const prove = async (caller: Caller, id: string, pin: string | undefined, isPinNeeded: boolean) => {
    const profile = (await findProfile(db, caller.account.id, id)) ?? fail('NOT_FOUND');
    if (isPinNeeded || caller.profile?.id !== profile.id) await checkPin(profile, pin);
    return profile;
  };

  /** All profiles of the account, one change after the other; and the one that was proved, as it is now. */
  const lockHousehold = async (tx: Connection, proved: ProfileRow) => {
    await lockAccount(tx, proved.account_id);
    const household = await listProfileRows(tx, proved.account_id);
    const profile = household.find(({ id }) => id === proved.id) ?? fail('NOT_FOUND');
    if (profile.pin_hash !== proved.pin_hash) fail('PIN_INVALID');
    return { household, profile };
  };

  /** Who chose the profile before it had this PIN is asked for it; only who set it on the profile's own screen goes on. */
  const sendAway = async (tx: Connection, { account_id, id }: ProfileRow, caller: Caller) => {
    const exceptDeviceId = caller.profile?.id === id ? caller.deviceSessionId : null;
    await removeProfileTokens(tx, { account_id, profile_id: id, exceptDeviceId });
    await deactivate(tx, account_id, (log) => log.profile_id === id && log.device_session_id !== exceptDeviceId);
  };

  return {
    async create({ account, profile: own }, given) {
      await checkImage(given.default_image_id);
      // Before the hash, which is what a call costs, and once more under the lock.
      ratingOf(await listProfileRows(db, account.id), own, given);
      const pinHash = typeof given.pin === 'string' ? await hashPin(account.id, given.pin) : null;
      return transact(async (tx) => {
        await lockAccount(tx, account.id);
        const maxRating = ratingOf(await listProfileRows(tx, account.id), own, given);
        const profile: ProfileRow = {
          account_id: account.id,
          id: random.uuid(),
          name: given.name,
          default_image_id: given.default_image_id,
          max_rating: maxRating,
          pin_hash: pinHash,
          is_owner: false,
          created_at: clock.now(),
        };
        await insertProfile(tx, profile);
        return profile;
      });
    },

    async update(caller, id, { name, default_image_id, max_rating, pin: newPin }, pin) {
      const proved = await prove(caller, id, pin, newPin !== undefined);
      await checkImage(default_image_id);
      const pinHash = typeof newPin === 'string' ? await hashPin(caller.account.id, newPin) : newPin;
      return transact(async (tx) => {
        const { household, profile } = await lockHousehold(tx, proved);
        const isRaised = max_rating !== undefined && !isWithin(max_rating, profile.max_rating);
        if (isRaised && !isWithin(max_rating, ratingCeiling(caller.profile, household))) fail('RATING_RESTRICTED');
        const changes = {
          ...(name !== undefined && { name }),
          ...(default_image_id !== undefined && { default_image_id }),
          ...(max_rating !== undefined && { max_rating }),
          ...(pinHash !== undefined && { pin_hash: pinHash }),
        };
        await updateProfileRow(tx, profile, changes);
        if (pinHash) await sendAway(tx, profile, caller);
        return { ...profile, ...changes };
      });
    },

    async remove(caller, id, pin) {
      const proved = await prove(caller, id, pin, false);
      await transact(async (tx) => {
        const { household, profile } = await lockHousehold(tx, proved);
        const [next] = household.filter((each) => each.id !== profile.id);
        if (!next) fail('PROFILE_LAST');
        await lockProfile(tx, profile);
        await deactivate(tx, profile.account_id, (log) => log.profile_id === profile.id);
        await onRemove(tx, profile);
        await deleteProfile(tx, profile);
        if (profile.is_owner) await updateProfileRow(tx, next, { is_owner: true });
      });
    },
  };
}
