import type { ContentRating } from '#contract/profiles.ts';
import { isRatingAllowed } from '../lib/age-limit.ts';
import type { ProfileRow } from '../db/tables.ts';

type Limited = Pick<ProfileRow, 'max_rating' | 'pin_hash'>;

const HIGHEST: ContentRating = '19';

/**
 * The highest age limit that a caller may give to a profile: what the caller can watch already, as the chosen profile
 * or as any profile without a PIN. A household without any PIN protects nothing, so any limit is allowed.
 */
export function ratingCeiling(own: Limited | null, household: readonly Limited[]): ContentRating {
  if (household.every(({ pin_hash }) => pin_hash === null)) return HIGHEST;
  const open = household.filter(({ pin_hash }) => pin_hash === null);
  return [...(own ? [own] : []), ...open]
    .map(({ max_rating }) => max_rating)
    .reduce((highest, rating) => (isRatingAllowed(rating, highest) ? highest : rating), 'all' as ContentRating);
}
