import type { NewProfile, ProfileChanges } from '#contract/profiles.ts';
import type { Caller } from '../accounts/sessions.ts';
import { lockAccount, removeProfileTokens } from '../accounts/index.ts';
import { isRatingAllowed } from '../lib/age-limit.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { ProfileRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Random } from '../lib/random.ts';
import type { ReportingPlayLog } from '#server/watching/playback/deactivate-store.ts';
import { checkAdult, checkProfileChange } from './household.ts';
import type { CheckOwnerPassword } from './owner-password.ts';
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
import { countWatched } from './watch-time-store.ts';

/** The owner's profile, or the account's token, with which no profile is chosen. */
const isOwner = (own: ProfileRow | null) => own === null || own.is_owner;

/** Maximum profiles per account (contract.md, section 2). */
const MAXIMUM_PROFILES = 5;

const refuseLimit = () =>
  fail('RATING_RESTRICTED', { message: '그 등급까지 볼 수 있는 프로필을 고른 다음 설정에서 바꿔 주세요.' });

export interface ProfileProof {
  pin: string | undefined;
  address: string;
  /** The caller has just signed in with the account's password. */
  isPasswordProved?: boolean;
}

export interface ProfileChanging {
  /** @throws PROFILE_LIMIT, RATING_RESTRICTED, VALIDATION_FAILED for an unknown picture */
  create(caller: Caller, given: NewProfile): Promise<ProfileRow>;
  /**
   * A profile with a PIN is changed by its own token or with the PIN. Changing the PIN always needs the PIN; the
   * owner's profile and the account's token may remove it with the account's password instead.
   *
   * @throws NOT_FOUND, RATING_RESTRICTED, PIN_INVALID, LOGIN_FAILED, TOO_MANY_REQUESTS, VALIDATION_FAILED
   */
  update(caller: Caller, id: string, changes: ProfileChanges, proof: ProfileProof): Promise<ProfileRow>;
  /** @throws NOT_FOUND, RATING_RESTRICTED, PIN_INVALID, TOO_MANY_REQUESTS, PROFILE_LAST */
  remove(caller: Caller, id: string, pin: string | undefined): Promise<void>;
}

export function createProfileChanging(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  checkPin: CheckPin;
  hashPin: HashPin;
  checkOwnerPassword: CheckOwnerPassword;
  /** Resets the counter of wrong PINs; otherwise its wait would outlive the removed PIN. */
  forgetPinTries(profile: ProfileRow): Promise<void>;
  /** Ends the account's play logs that match `isEnded`. */
  deactivate(tx: Connection, accountId: string, isEnded: (log: ReportingPlayLog) => boolean): Promise<void>;
  /** Expires playbacks whose right to watch has ended. */
  expire(
    tx: Connection,
    accountId: string,
    isEnded: (log: ReportingPlayLog) => boolean | Promise<boolean>,
  ): Promise<void>;
  /** Whether a title is beyond an age limit. */
  isBeyond(tx: Connection, itemId: number, limit: ProfileRow['max_rating']): Promise<boolean>;
  /** Copies a profile's new name or picture to where others see it. */
  onRename(tx: Connection, profile: ProfileRow): Promise<void>;
  /** Deletes other data of a profile together with it. */
  onRemove(tx: Connection, profile: ProfileRow): Promise<void>;
}): ProfileChanging {
  const { db, transact, clock, random, checkPin, hashPin, checkOwnerPassword, forgetPinTries } = options;
  const { deactivate, expire, isBeyond, onRename, onRemove } = options;

  const checkImage = async (id: number | undefined) => {
    if (id === undefined || (await listProfileImageRows(db)).some((image) => image.id === id)) return;
    fail('VALIDATION_FAILED', { fields: { default_image_id: ['NOT_FOUND'] } });
  };

  /** The age limit of a new profile in a household. @throws PROFILE_LIMIT, RATING_RESTRICTED */
  const ratingOf = (household: readonly ProfileRow[], own: ProfileRow | null, given: NewProfile) => {
    if (household.length >= MAXIMUM_PROFILES) fail('PROFILE_LIMIT');
    const ceiling = ratingCeiling(own, household);
    const maxRating = given.max_rating ?? ceiling;
    if (!isRatingAllowed(maxRating, ceiling)) refuseLimit();
    return maxRating;
  };

  const find = async ({ account }: Caller, id: string) => (await findProfile(db, account.id, id)) ?? fail('NOT_FOUND');

  /** Serializes changes of one account. @returns its profiles and the caller's own, freshly read. */
  const lockHousehold = async (tx: Connection, { account, profile: known }: Caller) => {
    // An account that its owner has left is being erased.
    if (!(await lockAccount(tx, account.id))) fail('TOKEN_INVALID');
    const household = await listProfileRows(tx, account.id);
    // The limit of the token's profile may have been lowered since the token was looked up.
    const own = known && (household.find(({ id }) => id === known.id) ?? fail('TOKEN_INVALID'));
    return { household, own };
  };

  /** Re-reads a profile whose PIN was verified. @throws PIN_INVALID when its PIN has changed since. */
  const findProved = (household: readonly ProfileRow[], proved: ProfileRow) => {
    const profile = household.find(({ id }) => id === proved.id) ?? fail('NOT_FOUND');
    if (profile.pin_hash !== proved.pin_hash) fail('PIN_INVALID');
    return profile;
  };

  /**
   * Revokes tokens from before the profile had this PIN, so that their holders must enter it; the device that set the
   * PIN on the profile's own screen keeps its token.
   */
  const sendAway = async (tx: Connection, { account_id, id }: ProfileRow, caller: Caller) => {
    const exceptDeviceId = caller.profile?.id === id ? caller.deviceSessionId : null;
    await removeProfileTokens(tx, { account_id, profile_id: id, exceptDeviceId });
    await deactivate(tx, account_id, (log) => log.profile_id === id && log.device_session_id !== exceptDeviceId);
  };

  return {
    async create(caller, given) {
      await checkImage(given.default_image_id);
      // Checked before the expensive hash, and again under the lock.
      ratingOf(await listProfileRows(db, caller.account.id), caller.profile, given);
      const pinHash = typeof given.pin === 'string' ? await hashPin(caller.account.id, given.pin) : null;
      return transact(async (tx) => {
        const { household, own } = await lockHousehold(tx, caller);
        checkAdult(own);
        const maxRating = ratingOf(household, own, given);
        const profile: ProfileRow = {
          account_id: caller.account.id,
          id: random.uuid(),
          name: given.name,
          default_image_id: given.default_image_id,
          max_rating: maxRating,
          pin_hash: pinHash,
          is_owner: false,
          created_at: clock.now(),
          daily_minutes: null,
          bedtime_from: null,
          bedtime_to: null,
          bedtime_lifted_until: null,
          counts_for_proposals: true,
        };
        await insertProfile(tx, profile);
        return profile;
      });
    },

    async update(caller, id, given, { pin, address, isPasswordProved = false }) {
      const {
        name,
        default_image_id,
        max_rating,
        pin: newPin,
        password,
        daily_minutes,
        bedtime,
        counts_for_proposals,
      } = given;
      const found = await find(caller, id);
      const ownerPassword = isOwner(caller.profile) && newPin === null ? password : undefined;
      const isByOwner = ownerPassword !== undefined || (isPasswordProved && isOwner(caller.profile) && newPin === null);
      // Checked before the PIN, so that a refusal reveals nothing about it.
      checkProfileChange(caller.profile, found, given, isByOwner);
      const confirmPassword =
        ownerPassword !== undefined ? await checkOwnerPassword(caller, ownerPassword, address) : undefined;
      if (!isByOwner && (newPin !== undefined || caller.profile?.id !== found.id)) await checkPin(found, pin);
      await checkImage(default_image_id);
      const pinHash = typeof newPin === 'string' ? await hashPin(caller.account.id, newPin) : newPin;
      const updated = await transact(async (tx) => {
        const { household, own } = await lockHousehold(tx, caller);
        const profile = findProved(household, found);
        if (isByOwner && !isOwner(own)) fail('PIN_INVALID');
        await confirmPassword?.(tx);
        checkProfileChange(own, profile, given, isByOwner);
        const isRaised = max_rating !== undefined && !isRatingAllowed(max_rating, profile.max_rating);
        if (isRaised && !isRatingAllowed(max_rating, ratingCeiling(own, household))) refuseLimit();
        const changes = {
          ...(name !== undefined && { name }),
          ...(default_image_id !== undefined && { default_image_id }),
          ...(max_rating !== undefined && { max_rating }),
          ...(pinHash !== undefined && { pin_hash: pinHash }),
          ...(daily_minutes !== undefined && { daily_minutes }),
          ...(counts_for_proposals !== undefined && { counts_for_proposals }),
          ...(bedtime !== undefined && {
            bedtime_from: bedtime?.from ?? null,
            bedtime_to: bedtime?.to ?? null,
            bedtime_lifted_until: null,
          }),
        };
        await updateProfileRow(tx, profile, changes);
        if (daily_minutes !== undefined && daily_minutes !== null) await countWatched(tx, profile, clock.now());
        if (name !== undefined || default_image_id !== undefined) await onRename(tx, { ...profile, ...changes });
        if (pinHash) await sendAway(tx, profile, caller);
        if (max_rating !== undefined)
          await expire(tx, profile.account_id, (log) => log.profile_id === id && isBeyond(tx, log.item_id, max_rating));
        return { ...profile, ...changes };
      });
      if (isByOwner) await forgetPinTries(updated);
      return updated;
    },

    async remove(caller, id, pin) {
      const found = await find(caller, id);
      if (caller.profile?.id !== found.id) await checkPin(found, pin);
      await transact(async (tx) => {
        const { household, own } = await lockHousehold(tx, caller);
        checkAdult(own);
        const profile = findProved(household, found);
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
