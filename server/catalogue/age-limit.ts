import type { ContentRating } from '#contract/profiles.ts';

/** From the mildest on. */
const inOrder: readonly ContentRating[] = ['all', '7', '12', '15', '19'];

/** The ratings that a profile with this limit may watch. */
export const ratingsUpTo = (maximum: ContentRating): ContentRating[] => inOrder.slice(0, inOrder.indexOf(maximum) + 1);

export const isWithin = (rating: ContentRating, maximum: ContentRating): boolean =>
  inOrder.indexOf(rating) <= inOrder.indexOf(maximum);
