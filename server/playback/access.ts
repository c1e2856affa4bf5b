import type { EpisodeAccess } from '#contract/catalogue.ts';
import { findDeviceSession, lockAccount, membershipOf } from '../accounts/index.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import { accessOf, isWithin } from '../catalogue/index.ts';
import type { EpisodeRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Connection } from '../db/open.ts';
import { holdProfile } from '../profiles/index.ts';
import type { ListRights } from '../shop/rights.ts';

/** Lifetime of a play log or a download grant (contract.md, section 8). */
const LIFETIME_MS = 12 * 3600_000;

/** The right by which a caller may watch an episode now. */
export type AccessTo = (caller: ProfileCaller, episode: EpisodeRow) => Promise<EpisodeAccess>;

export function createAccessTo({ clock, listRights }: { clock: Clock; listRights: ListRights }): AccessTo {
  return async ({ account }, episode) =>
    accessOf(episode, membershipOf(account, clock.now()), await listRights(account.id, [episode.item_id]));
}

/** End of a life that begins now: after the full lifetime, or earlier with the right to watch. */
export function lifeEnd(access: EpisodeAccess, now: Date): Date {
  const end = now.getTime() + LIFETIME_MS;
  return new Date(access.expires_at === null ? end : Math.min(end, Date.parse(access.expires_at)));
}

/** @throws PURCHASE_REQUIRED for episodes that are only sold, MEMBERSHIP_REQUIRED otherwise. */
export const refuse = (episode: EpisodeRow) =>
  fail(episode.access === 'purchase' ? 'PURCHASE_REQUIRED' : 'MEMBERSHIP_REQUIRED');

/**
 * Locks the caller's account until the transaction ends, so that playbacks of one account open sequentially, and checks
 * what may have changed since the token was looked up: a playback of a signed-out device would count against the
 * account and never be ended.
 *
 * @throws TOKEN_INVALID when the device or the profile is gone, RATING_RESTRICTED when the age limit was lowered.
 */
export async function holdViewer(tx: Connection, { account, profile, deviceSessionId }: ProfileCaller): Promise<void> {
  await lockAccount(tx, account.id);
  const { max_rating: maxRating } = await holdProfile(tx, profile);
  if (!isWithin(profile.max_rating, maxRating)) fail('RATING_RESTRICTED');
  if (!(await findDeviceSession(tx, { account_id: account.id, id: deviceSessionId }))) fail('TOKEN_INVALID');
}
