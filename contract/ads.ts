import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { streamSchema, videoQuery, videoSchema } from './playback.ts';
import { catalogueIdSchema, catalogueIdTextSchema, freeTextSchema, secondsSchema, uuidSchema } from './values.ts';

export const adBreakSchema = z.object({
  id: z.string(),
  offset: secondsSchema.check(z.describe('where the episode stops for it; 0 is before the start')),
});

export const avodVideoSchema = z
  .extend(videoSchema, { ad_breaks: z.array(adBreakSchema) })
  .register(z.globalRegistry, { id: 'AvodVideo' });

export const advertisementSchema = z
  .object({
    id: catalogueIdSchema,
    title: z.string(),
    duration: secondsSchema,
    skip_after: z.nullable(secondsSchema).check(z.describe('null when it cannot be skipped')),
    stream_url: z.string().check(z.describe('the DASH manifest, where there is one')),
    streams: z.array(streamSchema).check(z.describe('the same in every protocol, as in a Video')),
  })
  .register(z.globalRegistry, { id: 'Advertisement' });

export const adEventNameSchema = z.enum([
  'impression',
  'start',
  'first_quartile',
  'midpoint',
  'third_quartile',
  'complete',
  'skip',
  'error',
]);

export const getAvodVideo = endpoint({
  method: 'GET',
  path: '/api/avods/v1/episodes/:id/video/',
  summary: 'The streams of an episode with its advertisement breaks; opens a play log',
  tag: 'advertisements',
  auth: 'profile',
  params: z.object({ id: catalogueIdTextSchema }),
  query: videoQuery,
  reply: avodVideoSchema,
  carriesSecret: true,
});

export const getAdvertisement = endpoint({
  method: 'GET',
  path: '/api/avods/v1/advertisement/',
  summary: 'The advertisement of a break, or null',
  tag: 'advertisements',
  auth: 'profile',
  query: z.object({ ad_break_id: freeTextSchema(40).check(z.minLength(1)), play_log_id: uuidSchema }),
  reply: z.object({ ad: z.nullable(advertisementSchema) }),
  carriesSecret: true,
});

export const adEventSchema = z.object({
  ad_id: catalogueIdSchema,
  play_log_id: uuidSchema,
  event: adEventNameSchema,
  position: z
    .number()
    .check(z.minimum(0), z.maximum(86_400), z.describe('seconds of the advertisement that were shown')),
});

export const logAdEvent = endpoint({
  method: 'POST',
  path: '/api/avods/v1/advertisement/',
  summary: 'Report an event of an advertisement',
  tag: 'advertisements',
  auth: 'profile',
  body: adEventSchema,
  isIdempotent: true,
});

export type AvodVideo = z.output<typeof avodVideoSchema>;
export type Advertisement = z.output<typeof advertisementSchema>;
export type AdEvent = z.output<typeof adEventSchema>;
