import type { EpisodeAccess } from '#contract/catalogue.ts';
import { membershipOf } from '../accounts/membership.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import { accessOf } from '../catalogue/access.ts';
import type { EpisodeRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import { isWithin } from '../catalogue/age-limit.ts';
import { findDeviceSession, lockAccount } from '../accounts/store.ts';
import type { Connection } from '../db/open.ts';
import { holdProfile } from '../profiles/store.ts';
import type { ListRights } from '../shop/rights.ts';

/** How long a play log or a download lives (contract.md, section 8). */
const LIFETIME_MS = 12 * 3600_000;

/** What lets a caller watch an episode now. */
export type AccessTo = (caller: ProfileCaller, episode: EpisodeRow) => Promise<EpisodeAccess>;

export function createAccessTo({ clock, listRights }: { clock: Clock; listRights: ListRights }): AccessTo {
  return async ({ account }, episode) =>
    accessOf(episode, membershipOf(account, clock.now()), await listRights(account.id, [episode.item_id]));
}

/** A life that begins now, or ends earlier with the right to watch. */
export function lifeEnd(access: EpisodeAccess, now: Date): Date {
  const end = now.getTime() + LIFETIME_MS;
  return new Date(access.expires_at === null ? end : Math.min(end, Date.parse(access.expires_at)));
}

/** @throws PURCHASE_REQUIRED for what is only sold, MEMBERSHIP_REQUIRED for everything else. */
export const refuse = (episode: EpisodeRow) =>
  fail(episode.access === 'purchase' ? 'PURCHASE_REQUIRED' : 'MEMBERSHIP_REQUIRED');

/**
 * Locks the caller's account until the transaction ends, so that playbacks of one account open one after the other, and
 * checks what may have changed since the token was looked up: a playback of a device that has signed out would count
 * against the account, and nobody would end it.
 *
 * @throws TOKEN_INVALID when the device or the profile is gone, RATING_RESTRICTED when the age limit was lowered.
 */
export async function holdViewer(tx: Connection, { account, profile, deviceSessionId }: ProfileCaller): Promise<void> {
  await lockAccount(tx, account.id);
  const { max_rating: maxRating } = await holdProfile(tx, profile);
  if (!isWithin(profile.max_rating, maxRating)) fail('RATING_RESTRICTED');
  if (!(await findDeviceSession(tx, { account_id: account.id, id: deviceSessionId }))) fail('TOKEN_INVALID');
}
