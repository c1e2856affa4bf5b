import type { EpisodeAccess } from '#contract/catalogue.ts';
import type { Membership } from '../accounts/membership.ts';
import type { EpisodeRow } from '../db/tables.ts';
import { rememberBy } from '../lib/layers.ts';
import { bestRight, type Right } from '../shop/rights.ts';

const withoutEnd = (type: EpisodeAccess['type']): EpisodeAccess => Object.freeze({ type, expires_at: null });

/** Shared by all answers. */
const always = {
  free: withoutEnd('free'),
  own: withoutEnd('own'),
  membership: withoutEnd('membership'),
  avod: withoutEnd('avod'),
  locked: withoutEnd('locked'),
};

/** One object for all episodes of an answer, so that it is written once. */
const rememberMembership = rememberBy<Date, EpisodeAccess>();
const membershipUntil = (end: Date) =>
  rememberMembership(
    end,
    () => true,
    () => ({ type: 'membership', expires_at: end.toISOString() }),
  );

/**
 * What lets an account watch an episode: of all that does, what lasts longest. A member watches by the membership
 * everything that is not only sold; others what is free, what they bought or rented, or what is free with advertisements.
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

  return episode.access === 'avod' ? always.avod : always.locked;
}
