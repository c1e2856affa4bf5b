import type { ContentRating } from '#contract/profiles.ts';

/** From the lowest to the highest. */
const inOrder: readonly ContentRating[] = ['all', '7', '12', '15', '19'];

/** Whether a profile with the age limit `maximum` may watch a title rated `rating`. */
export const isRatingAllowed = (rating: ContentRating, maximum: ContentRating): boolean =>
  inOrder.indexOf(rating) <= inOrder.indexOf(maximum);

/** The ratings that a profile with the age limit `maximum` may watch. */
export const ratingsWithin = (maximum: ContentRating): readonly ContentRating[] =>
  inOrder.slice(0, inOrder.indexOf(maximum) + 1);
