import type { ContentRating } from '#contract/profiles.ts';
import { isWithin } from '../catalogue/age-limit.ts';
import type { ProfileRow } from '../db/tables.ts';

type Limited = Pick<ProfileRow, 'max_rating' | 'pin_hash'>;

const HIGHEST: ContentRating = '19';

/**
 * The highest age limit that somebody may give to a profile: what they can watch already, as the profile they have
 * chosen or as any that needs no PIN. Where no profile has a PIN, nothing is guarded and everything may be given.
 */
export function ratingCeiling(own: Limited | null, household: readonly Limited[]): ContentRating {
  if (household.every(({ pin_hash }) => pin_hash === null)) return HIGHEST;
  const open = household.filter(({ pin_hash }) => pin_hash === null);
  return [...(own ? [own] : []), ...open]
    .map(({ max_rating }) => max_rating)
    .reduce((highest, rating) => (isWithin(rating, highest) ? highest : rating), 'all' as ContentRating);
}
