import type { ContentRating } from '../profiles.ts';

/** Whether the household's rules restrict a profile: its age limit is below 19 (contract.md, section 3). */
export const isLimited = ({ max_rating }: { readonly max_rating: ContentRating }): boolean => max_rating !== '19';
