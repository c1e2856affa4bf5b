import { LRUCache } from 'lru-cache';
import type { EpisodeAccess } from '#contract/catalogue.ts';
import type { Membership } from '../accounts/membership.ts';
import type { ContentRating } from '#contract/profiles.ts';
import type { AccountRow, EpisodeRow } from '../db/tables.ts';
import type { Right } from '../shop/right.ts';
import { bestRight } from '../shop/index.ts';

const withoutEnd = (type: EpisodeAccess['type']): EpisodeAccess => Object.freeze({ type, expires_at: null });

/** Constants, so that all answers share them. */
const always = {
  free: withoutEnd('free'),
  own: withoutEnd('own'),
  membership: withoutEnd('membership'),
  avod: withoutEnd('avod'),
};

/** Whether nobody of an account has proved the age that a title asks for. */
export const needsIdentity = (
  { content_rating: rating }: { readonly content_rating: ContentRating },
  { identity_proved_at: provedAt }: Pick<AccountRow, 'identity_proved_at'>,
): boolean => rating === '19' && provedAt === null;

/** The access to an episode of a title for adults, until an adult of the account has proved their age. */
export const identityAccess: EpisodeAccess = Object.freeze({ ...withoutEnd('locked'), needs: 'identity' });

/** By what would open the episode. */
const locked: Record<'membership' | 'purchase', EpisodeAccess> = {
  membership: Object.freeze({ ...withoutEnd('locked'), needs: 'membership' }),
  purchase: Object.freeze({ ...withoutEnd('locked'), needs: 'purchase' }),
};

/** Membership ends whose access is cached. */
const MOST_ENDS = 1_000;
const byEnd = new LRUCache<number, EpisodeAccess>({ max: MOST_ENDS });
/** One object per membership end, so that answers serialize it once. */
function membershipUntil(end: Date): EpisodeAccess {
  const known = byEnd.get(end.getTime());
  if (known) return known;
  const access: EpisodeAccess = Object.freeze({ type: 'membership', expires_at: end.toISOString() });
  byEnd.set(end.getTime(), access);
  return access;
}

/**
 * The right by which an account may watch an episode: of all its rights, the one that lasts longest. A membership covers
 * everything that is not for purchase only. Other accounts may watch free episodes, purchases and rentals, and episodes
 * with advertisements.
 */
export function accessOf(
  episode: Pick<EpisodeRow, 'id' | 'item_id' | 'access'>,
  membership: Membership,
  rights: readonly Right[],
): EpisodeAccess {
  if (episode.access === 'free') return always.free;

  const right = bestRight(rights, { item_id: episode.item_id, episode_id: episode.id });
  if (right?.kind === 'own') return always.own;

  const isMember = membership.plan !== 'free' && episode.access !== 'purchase';
  const rentedUntil = right?.expires_at ?? null;
  const memberUntil = membership.expiresAt;
  if (isMember && (rentedUntil === null || memberUntil === null || memberUntil >= rentedUntil))
    return memberUntil === null ? always.membership : membershipUntil(memberUntil);
  if (rentedUntil !== null) return { type: 'rental', expires_at: rentedUntil.toISOString() };

  return episode.access === 'avod' ? always.avod : locked[episode.access];
}
