import * as z from 'zod/mini';
import { itemSummarySchema } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import {
  catalogueIdSchema,
  catalogueIdTextSchema,
  instantSchema,
  listOf,
  pageQuery,
  uuidSchema,
  writtenTextSchema,
} from './values.ts';

export const scoreSchema = z.number().check(z.minimum(0.5), z.maximum(5), z.multipleOf(0.5));

/** Maximum length of a short review, in characters as viewers count them. */
export const SHORT_REVIEW_LENGTH = 100;

const lengthOf = (text: string) => [...text].length;

/** Length of a short review without leading and trailing blanks. */
export const shortReviewLength = (text: string): number => lengthOf(text.trim());

/** The viewer's text, trimmed; empty text deletes the viewer's review. */
export const shortReviewTextSchema = writtenTextSchema({ minimum: 0, maximum: SHORT_REVIEW_LENGTH });

export const itemRatingSchema = z
  .object({
    rating: z.nullable(scoreSchema).check(z.describe('the profile’s own')),
    avg_rating: z.nullable(z.number().check(z.minimum(0.5), z.maximum(5))),
    cnt_rating: z.int().check(z.minimum(0)),
  })
  .register(z.globalRegistry, { id: 'ItemRating' });

export const ratedItemSchema = z
  .object({ item: itemSummarySchema, rating: z.nullable(scoreSchema), updated_at: instantSchema })
  .register(z.globalRegistry, { id: 'RatedItem' });

export const shortReviewSchema = z
  .object({
    id: uuidSchema,
    item_id: catalogueIdSchema,
    profile: z.object({ id: uuidSchema, name: z.string(), image_url: z.string() }),
    short_review: z.string().check(z.describe(`1 to ${SHORT_REVIEW_LENGTH} characters`)),
    rating: z.nullable(scoreSchema).check(z.describe('of the profile that wrote it')),
    cnt_like: z.int().check(z.minimum(0)),
    i_like: z.boolean(),
    is_mine: z.boolean(),
    is_hidden: z.boolean().check(z.describe('an operator hid it: only its writer still gets it')),
    created_at: instantSchema,
    updated_at: instantSchema,
  })
  .register(z.globalRegistry, { id: 'ShortReview' });

const itemParams = z.object({ id: catalogueIdTextSchema });
const itemIdParams = z.object({ itemId: catalogueIdTextSchema });

export const rateItem = endpoint({
  method: 'PUT',
  path: '/api/v1.0/items/:id/rating/',
  summary: 'Rate a title, or change its rating',
  tag: 'reviews',
  auth: 'profile',
  params: itemParams,
  body: z.object({ score: scoreSchema }),
  reply: itemRatingSchema,
  isIdempotent: true,
});

export const unrateItem = endpoint({
  method: 'DELETE',
  path: '/api/v1.0/items/:id/rating/',
  summary: 'Remove your rating of a title',
  tag: 'reviews',
  auth: 'profile',
  params: itemParams,
  reply: itemRatingSchema,
  isIdempotent: true,
});

export const listRatingSet = endpoint({
  method: 'GET',
  path: '/api/v1.0/users/:userId/rating_set/detail/:type/animation/',
  summary: 'The titles that the profile rated, or its wish list',
  tag: 'reviews',
  auth: 'profile',
  params: z.object({
    userId: uuidSchema.check(z.describe('id of the own profile')),
    type: z.enum(['rated', 'wished']),
  }),
  query: z.object({
    sorting: z._default(z.enum(['recent', 'score', 'name']), 'recent'),
    ...pageQuery({ defaultLimit: 20 }),
  }),
  reply: listOf(ratedItemSchema),
});

export const getMyShortReview = endpoint({
  method: 'GET',
  path: '/api/v1.0/items/:id/short_review/',
  summary: 'Your short review of a title; 204 if there is none',
  tag: 'reviews',
  auth: 'profile',
  params: itemParams,
  reply: shortReviewSchema,
  mayBeEmpty: true,
});

export const listShortReviews = endpoint({
  method: 'GET',
  path: '/api/v1.0/items/:itemId/short_review/list/',
  summary: 'Short reviews of a title',
  tag: 'reviews',
  auth: 'profile',
  params: itemIdParams,
  query: z.object({ sort: z._default(z.enum(['like', 'recent']), 'like'), ...pageQuery({ defaultLimit: 20 }) }),
  reply: listOf(shortReviewSchema),
});

export const writeShortReview = endpoint({
  method: 'POST',
  path: '/api/v1.0/items/:id/short_review/',
  summary: 'Write or replace your short review; an empty text deletes it (204)',
  tag: 'reviews',
  auth: 'profile',
  params: itemParams,
  body: z.object({ short_review: shortReviewTextSchema }),
  reply: shortReviewSchema,
  mayBeEmpty: true,
  isIdempotent: true,
});

const likeReplySchema = z.object({ status: z.literal(true), id: uuidSchema, cnt: z.int().check(z.minimum(0)) });

export const likeShortReview = endpoint({
  method: 'POST',
  path: '/api/v1.0/like/rating/:id/',
  summary: 'Like a short review',
  tag: 'reviews',
  auth: 'profile',
  params: z.object({ id: uuidSchema }),
  reply: likeReplySchema,
  isIdempotent: true,
});

export const unlikeShortReview = endpoint({
  method: 'DELETE',
  path: '/api/v1.0/like/rating/:id/',
  summary: 'Remove your like of a short review',
  tag: 'reviews',
  auth: 'profile',
  params: z.object({ id: uuidSchema }),
  reply: likeReplySchema,
  isIdempotent: true,
});

export const reportReasonSchema = z.enum(['spoiler', 'abuse', 'sexual', 'spam', 'other']);

export const reportShortReview = endpoint({
  method: 'POST',
  path: '/api/v1.0/short_review/:id/report/',
  summary: 'Report a short review to the operator, once for each profile',
  tag: 'reviews',
  auth: 'profile',
  params: z.object({ id: uuidSchema }),
  body: z.object({ reason: reportReasonSchema }),
  isIdempotent: true,
});

export const blockProfile = endpoint({
  method: 'PUT',
  path: '/api/profiles/v1/:id/blocked/',
  summary: 'Hide the short reviews of another profile from yours',
  tag: 'reviews',
  auth: 'profile',
  params: z.object({ id: uuidSchema }),
  isIdempotent: true,
});

export const unblockProfile = endpoint({
  method: 'DELETE',
  path: '/api/profiles/v1/:id/blocked/',
  summary: 'Show the short reviews of a blocked profile again',
  tag: 'reviews',
  auth: 'profile',
  params: z.object({ id: uuidSchema }),
  isIdempotent: true,
});

export type ReportReason = z.output<typeof reportReasonSchema>;
export type ItemRating = z.output<typeof itemRatingSchema>;
export type RatedItem = z.output<typeof ratedItemSchema>;
export type ShortReview = z.output<typeof shortReviewSchema>;
