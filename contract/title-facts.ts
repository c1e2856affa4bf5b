import * as z from 'zod/mini';

/** Reasons for an age rating, in the words of the Korea Media Rating Board. */
export const ratingReasons = ['주제', '선정성', '폭력성', '대사', '공포', '약물', '모방위험'] as const;

/** A sound or subtitles by language, and by role unless it is the usual one: `ja`, `ko/dub`, `ko/caption`. */
export const trackKeySchema = z
  .string()
  .check(z.regex(/^[A-Za-z]{2,3}(-[A-Za-z\d]{1,8}){0,2}(\/(dub|description|caption|forced))?$/));

export type RatingReason = (typeof ratingReasons)[number];
