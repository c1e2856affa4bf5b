import type { ContentRating } from '#contract/profiles.ts';

/** `"모든 연령 시청가"`, `"15세 이상 시청가"`. */
export const ageRule = (rating: ContentRating): string =>
  rating === 'all' ? '모든 연령 시청가' : `${rating}세 이상 시청가`;
