import type { EpisodeAccess } from '#contract/catalogue.ts';
import type { Membership } from '../accounts/membership.ts';
import type { EpisodeRow } from '../db/tables.ts';

/**
 * What lets an account watch an episode. A member watches everything by the membership, without advertisements; others
 * what is free, or free with advertisements.
 */
export function accessOf(episode: Pick<EpisodeRow, 'access'>, membership: Membership): EpisodeAccess {
  if (episode.access === 'free') return { type: 'free', expires_at: null };
  if (membership.plan !== 'free')
    return { type: 'membership', expires_at: membership.expiresAt?.toISOString() ?? null };
  return { type: episode.access === 'avod' ? 'avod' : 'locked', expires_at: null };
}
