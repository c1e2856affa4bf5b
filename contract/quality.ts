import * as z from 'zod/mini';
import { platformNameSchema } from './platforms.ts';
import { endpoint } from './endpoint.ts';
import { freeTextSchema, uuidSchema } from './values.ts';

const count = (maximum: number) => z.int().check(z.minimum(0), z.maximum(maximum));

/** A day in ms: no playback lasts longer than its play log. */
const DAY_MS = 86_400_000;

export const appVersionSchema = z.string().check(z.regex(/^[0-9A-Za-z][0-9A-Za-z.+-]{0,29}$/));

/** System and browser as the app names them: `Tizen 5.0 · Chromium 63`. */
export const engineSchema = freeTextSchema(100).check(z.minLength(1));

/** Failure code: the player's, such as `SHAKA_1001`, or one of the contract. */
export const failureCodeSchema = z.string().check(z.regex(/^[A-Z0-9][A-Z0-9_]{0,39}$/));

/** Parts of a start, which follow each other; without `press_ms` their sum is `startup_ms`. */
const startSchema = z.object({
  press_ms: count(DAY_MS).check(z.describe('from the key press to the start of the visit; 0 without a press')),
  answer_ms: count(DAY_MS).check(z.describe('until the answer with the video')),
  ours_ms: count(DAY_MS).check(z.describe('until the player asks for the manifest')),
  manifest_ms: count(DAY_MS),
  segment_ms: count(DAY_MS).check(z.describe('until the first segments are in the decoder')),
  decode_ms: count(DAY_MS).check(z.describe('until the picture moves')),
  is_prepared: z.boolean().check(z.describe('the first segments were loaded before the press')),
});

const qualitySchema = z.object({
  startup_ms: z
    .nullable(count(DAY_MS))
    .check(z.describe('from the start of the visit to the first moving frame, without advertisements; null for none')),
  start: z
    .optional(z.nullable(startSchema))
    .check(z.describe('how startup_ms divides, and the time before it; null for none and after an advertisement')),
  rebuffer_ms: count(DAY_MS).check(z.describe('waiting while the video played; not after a seek')),
  cnt_rebuffer: count(100_000),
  cnt_dropped: count(100_000_000).check(z.describe('frames; 0 where the engine does not count them')),
  cnt_decoded: count(100_000_000),
  average_bitrate: count(1_000_000_000).check(z.describe('bits per second of the renditions, weighted by time')),
  cnt_switch: count(100_000).check(z.describe('changes of the rendition')),
  errors: z.array(failureCodeSchema).check(z.maxLength(24), z.describe('failures that the viewer saw')),
  platform: platformNameSchema,
  app_version: appVersionSchema,
  engine: engineSchema,
});

export const reportQuality = endpoint({
  method: 'POST',
  path: '/api/play_logs/:id/quality/',
  summary: 'Report the quality of a playback, once, with or after its last report',
  tag: 'playback',
  auth: 'account',
  params: z.object({ id: uuidSchema }),
  body: qualitySchema,
  isIdempotent: true,
});

const crashSchema = z.object({
  app_version: appVersionSchema,
  platform: platformNameSchema,
  engine: engineSchema,
  screen: z.string().check(z.regex(/^[\w-]{1,40}$/), z.describe('name of the route, without its parameters')),
  message: freeTextSchema(500),
  stack: freeTextSchema(4000).check(z.describe('lines with names of files, not their addresses')),
});

export const reportCrash = endpoint({
  method: 'POST',
  path: '/api/v1.0/crashes/',
  summary: 'Report a crash of the app; equal ones are counted',
  tag: 'status',
  auth: 'none',
  body: crashSchema,
});

export type QualityReport = z.output<typeof qualitySchema>;
export type CrashReport = z.output<typeof crashSchema>;
