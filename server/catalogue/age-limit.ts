import type { ContentRating } from '#contract/profiles.ts';

/** From the mildest on. */
const inOrder: readonly ContentRating[] = ['all', '7', '12', '15', '19'];

/** Whether a profile with the limit `maximum` may watch what is rated `rating`. */
export const isWithin = (rating: ContentRating, maximum: ContentRating): boolean =>
  inOrder.indexOf(rating) <= inOrder.indexOf(maximum);
