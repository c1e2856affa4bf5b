import * as z from 'zod/mini';
import { reportReasonSchema } from '../reviews.ts';
import { catalogueIdSchema, catalogueIdTextSchema, instantSchema, listOf, pageQuery, uuidSchema } from '../values.ts';
import { auditEntrySchema } from './audit.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';

const SUPPORT = ['owner', 'support'] as const;

export const moderationStates = ['reported', 'hidden'] as const;

export const moderatedReviewSchema = z
  .object({
    id: uuidSchema,
    title: z.object({ id: catalogueIdSchema, name: z.string() }),
    author: z.string().check(z.describe('the name of the profile; the account stays unknown')),
    text: z.string(),
    created_at: instantSchema,
    updated_at: instantSchema,
    hidden_at: z.nullable(instantSchema).check(z.describe('since when only its writer sees it; null while all do')),
    cnt_report: z.int(),
    reasons: z.array(z.object({ reason: reportReasonSchema, cnt: z.int() })),
    reported_at: z.nullable(instantSchema).check(z.describe('of the latest report')),
    version: z.string().check(z.describe('of its text and its state; a decision sends it back')),
    decisions: z.array(auditEntrySchema).check(z.describe('earlier ones, the newest first, at most five')),
  })
  .register(z.globalRegistry, { id: 'ModeratedReview' });

export const listedReviewSchema = z
  .object({ ...moderatedReviewSchema.shape, poster: z.nullable(z.string()).check(z.describe('address of a picture')) })
  .register(z.globalRegistry, { id: 'ListedReview' });

export const listModeratedReviews = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/reviews/`,
  summary: 'Reported and hidden reviews: those still shown first, then by the number of reports',
  allowed: SUPPORT,
  query: z.object({
    state: z.optional(z.enum(moderationStates)).check(z.describe('`reported`: and still shown')),
    reason: z.optional(reportReasonSchema),
    item_id: z.optional(catalogueIdTextSchema),
    ...pageQuery({ defaultLimit: 50 }),
  }),
  reply: listOf(listedReviewSchema),
});

const ofReview = { params: z.object({ id: uuidSchema }) };

export const getModeratedReview = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/reviews/:id/`,
  summary: 'A review with its reports and earlier decisions',
  allowed: SUPPORT,
  ...ofReview,
  reply: moderatedReviewSchema,
});

export const judgeReview = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/reviews/:id/decision/`,
  summary: 'Hide a review from everybody but its writer, or show it and remove the reports up to the latest one seen',
  allowed: SUPPORT,
  ...ofReview,
  body: z.object({
    action: z.enum(['hide', 'restore']),
    version: z.string(),
    reported_at: z.nullable(instantSchema).check(z.describe('of the latest report that the operator saw')),
  }),
  reply: moderatedReviewSchema,
});

export type ModeratedReview = z.output<typeof moderatedReviewSchema>;
export type ListedReview = z.output<typeof listedReviewSchema>;
export type ModerationState = (typeof moderationStates)[number];
export type ReviewAction = z.output<typeof judgeReview.body>['action'];
