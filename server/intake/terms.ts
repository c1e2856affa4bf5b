import type { ContentRating } from '#contract/profiles.ts';

/** Viewers must prove their age before they watch a title of this rating. */
const NEEDS_PROOF: ContentRating = '19';

/** A warning about a title that nobody could watch; null for any other. */
export const ratingWarning = (name: string, rating: ContentRating, hasAgeProof: boolean): string | null =>
  rating !== NEEDS_PROOF || hasAgeProof
    ? null
    : `"${name}" is rated 19, and this service cannot check anybody's age: nobody will be able to watch it. Set IDENTITY_PROVIDER, or choose another rating.`;
