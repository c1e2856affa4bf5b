import type { EpisodeAccess } from '#contract/catalogue.ts';
import { findDeviceSession, lockAccount, membershipOf } from '#server/accounts/index.ts';
import type { ProfileCaller } from '#server/accounts/sessions.ts';
import { accessOf, needsIdentity } from '#server/catalogue/index.ts';
import { isRatingAllowed } from '#server/lib/age-limit.ts';
import type { ItemRow } from '#server/catalogue/store.ts';
import type { AccountRow, EpisodeRow } from '#server/db/tables.ts';
import type { Clock } from '#server/lib/clock.ts';
import { fail } from '#server/lib/fail.ts';
import type { Connection } from '#server/db/open.ts';
import {
  findWatched,
  holdProfile,
  isLimitedInTime,
  secondsLeft,
  watchTimeSentence,
  type WatchLimits,
} from '#server/profiles/index.ts';
import type { Membership } from '#server/accounts/membership.ts';
import type { Right } from '#server/shop/right.ts';
import type { ListRights } from '#server/shop/rights.ts';

/** Lifetime of a play log or a download grant (contract.md, section 8). */
const LIFETIME_MS = 12 * 3600_000;

/** The right by which a caller may watch an episode now. */
export type AccessTo = (caller: ProfileCaller, episode: EpisodeRow) => Promise<EpisodeAccess>;

export function createAccessTo({ clock, listRights }: { clock: Clock; listRights: ListRights }): AccessTo {
  return async ({ account }, episode) =>
    accessOf(episode, membershipOf(account, clock.now()), await listRights(account.id, [episode.item_id]));
}

/** End of a life that begins now: after the full lifetime, or earlier with the right to watch or with the episode. */
export function lifeEnd(access: EpisodeAccess, { ends_at: endsAt }: Pick<EpisodeRow, 'ends_at'>, now: Date): Date {
  const ends = [access.expires_at === null ? Infinity : Date.parse(access.expires_at), endsAt?.getTime() ?? Infinity];
  return new Date(Math.min(now.getTime() + LIFETIME_MS, ...ends));
}

/** @throws PURCHASE_REQUIRED for episodes that are only sold, MEMBERSHIP_REQUIRED otherwise. */
export const refuse = (episode: EpisodeRow) =>
  fail(episode.access === 'purchase' ? 'PURCHASE_REQUIRED' : 'MEMBERSHIP_REQUIRED');

/**
 * Locks the caller's account until the transaction ends, so that playbacks of one account open sequentially, and checks
 * what may have changed since the token was looked up: a playback of a signed-out device would count against the
 * account and never be ended.
 *
 * @returns the account's plan and the profile's time limits as they are now.
 * @throws TOKEN_INVALID when the device or the profile is gone, RATING_RESTRICTED when the age limit was lowered.
 */
export async function holdViewer(
  tx: Connection,
  { account, profile, deviceSessionId }: ProfileCaller,
): Promise<Pick<AccountRow, 'plan' | 'membership_expires_at'> & { limits: WatchLimits }> {
  const held = (await lockAccount(tx, account.id)) ?? fail('TOKEN_INVALID');
  const limits = await holdProfile(tx, profile);
  if (!isRatingAllowed(profile.max_rating, limits.max_rating)) fail('RATING_RESTRICTED');
  if (!(await findDeviceSession(tx, { account_id: account.id, id: deviceSessionId }))) fail('TOKEN_INVALID');
  return { ...held, limits };
}

/**
 * @returns how long the profile may watch from now on, in seconds; null without a limit.
 * @throws WATCH_TIME_OVER
 */
export async function checkWatchTime(
  tx: Connection,
  { profile }: ProfileCaller,
  limits: WatchLimits,
  now: Date,
): Promise<number | null> {
  if (!isLimitedInTime(limits)) return null;
  const left = secondsLeft(limits, await findWatched(tx, profile, now), now);
  return left === 0 ? fail('WATCH_TIME_OVER', { message: watchTimeSentence(limits, now) }) : left;
}

/** @throws IDENTITY_REQUIRED for a title for adults, until somebody of the account has proved their age. */
export function checkIdentity({ account }: ProfileCaller, item: Pick<ItemRow, 'content_rating'>): void {
  if (needsIdentity(item, account)) fail('IDENTITY_REQUIRED');
}

/** Whether the access depends on no right of the account, so that no account can lose it. */
export const isForAll = ({ type }: EpisodeAccess): boolean => type === 'free' || type === 'avod' || type === 'locked';

/**
 * The access under the account's lock: a refund or the end of a membership may have committed since `access` was judged.
 *
 * @param listRights the account's rights to the title, read in this transaction; only called without a membership.
 * @throws PURCHASE_REQUIRED, MEMBERSHIP_REQUIRED when the right is gone.
 */
export async function keepAccess(
  access: EpisodeAccess,
  episode: EpisodeRow,
  membership: Membership,
  listRights: () => Promise<readonly Right[]>,
): Promise<EpisodeAccess> {
  if (isForAll(access)) return access;
  const byMembership = accessOf(episode, membership, []);
  // A purchase may last longer than a membership with an end.
  if (!isForAll(byMembership) && byMembership.expires_at === access.expires_at) return byMembership;
  const now = accessOf(episode, membership, await listRights());
  return isForAll(now) ? refuse(episode) : now;
}
