import type { EpisodeAccess } from '#contract/catalogue.ts';
import { membershipOf } from '../accounts/membership.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import { accessOf } from '../catalogue/access.ts';
import type { EpisodeRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
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
