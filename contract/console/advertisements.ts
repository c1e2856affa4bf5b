import * as z from 'zod/mini';
import {
  catalogueIdSchema,
  catalogueIdTextSchema,
  freeTextSchema,
  instantSchema,
  listOf,
  pageQuery,
  secondsSchema,
  writtenTextSchema,
} from '../values.ts';
import { auditEntrySchema } from './audit.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';
import { clipsOf, MOST_COUNTED_CLIPS } from './clips.ts';

const EDITORS = ['owner', 'editor'] as const;

export const advertisementStates = ['running', 'scheduled', 'ended'] as const;
export const advertisementSortings = ['id', 'title', 'weight', 'starts_at', 'impressions', 'completion'] as const;

/** Largest weight. One of 10 is shown ten times as often as one of 1. */
export const MOST_WEIGHT = 100;

const count = z.int().check(z.minimum(0));

export const advertisementFiguresSchema = z
  .object({
    cnt_impression: count,
    cnt_start: count,
    cnt_complete: count,
    cnt_skip: count,
    cnt_error: count,
    completion_rate: z.nullable(z.number()).check(z.describe('completed of all impressions, 0 to 1; null without any')),
  })
  .register(z.globalRegistry, { id: 'AdvertisementFigures' });

export const advertisementClipSchema = z
  .object({
    id: z.string(),
    name: z
      .nullable(z.string())
      .check(z.describe('of the file that it was made of; null for a clip that came otherwise')),
    picture: z.nullable(z.string()).check(z.describe('address of a picture')),
    duration: secondsSchema,
    used_by: z.array(z.string()).check(z.describe('names of what plays it: advertisements, episodes, titles')),
    is_free: z.boolean().check(z.describe('whether an advertisement may play it: no episode that viewers see does')),
  })
  .register(z.globalRegistry, { id: 'AdvertisementClip' });

export const operatedAdvertisementSchema = z
  .object({
    id: catalogueIdSchema,
    title: z.string(),
    clip: z.object({ id: z.string(), name: z.nullable(z.string()), duration: secondsSchema }),
    skip_after: z.nullable(secondsSchema).check(z.describe('null when it cannot be skipped')),
    weight: z.int().check(z.describe('how often it is chosen, compared with the others that run')),
    starts_at: z.nullable(instantSchema).check(z.describe('null: from the beginning')),
    ends_at: z.nullable(instantSchema).check(z.describe('exclusive; null: without an end')),
    state: z.enum(advertisementStates),
    share: z.nullable(z.number()).check(z.describe('of the breaks, 0 to 1; null unless it is running')),
    total: advertisementFiguresSchema.check(z.describe('since it exists; counted once a minute')),
    version: z.string().check(z.describe('of its fields; a change sends it back')),
  })
  .register(z.globalRegistry, { id: 'OperatedAdvertisement' });

export const listOperatedAdvertisements = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/advertisements/`,
  summary: 'Advertisements with their figures',
  allowed: EDITORS,
  query: z.object({
    keyword: z.optional(freeTextSchema(80)),
    state: z.optional(z.enum(advertisementStates)),
    sorting: z._default(z.enum(advertisementSortings), 'id'),
    direction: z._default(z.enum(['up', 'down']), 'up'),
    ...pageQuery({ defaultLimit: 50 }),
  }),
  reply: listOf(operatedAdvertisementSchema),
});

const ofAdvertisement = { params: z.object({ id: catalogueIdTextSchema }) };

export const getOperatedAdvertisement = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/advertisements/:id/`,
  summary: 'An advertisement, its figures by day, and earlier decisions',
  allowed: EDITORS,
  ...ofAdvertisement,
  reply: z.object({
    advertisement: operatedAdvertisementSchema,
    days: z
      .array(z.object({ day: z.string().check(z.describe('`2026-11-28`')), ...advertisementFiguresSchema.shape }))
      .check(z.describe('the last 28 days in Korea, the oldest first, also those without an event')),
    decisions: z.array(auditEntrySchema).check(z.describe('earlier ones, the newest first, at most ten')),
  }),
});

const fields = {
  title: writtenTextSchema({ maximum: 60 }),
  clip_id: freeTextSchema(40).check(z.minLength(1)),
  skip_after: z.nullable(secondsSchema.check(z.maximum(86_400))),
  weight: z.int().check(z.minimum(1), z.maximum(MOST_WEIGHT)),
  starts_at: z.nullable(instantSchema),
  ends_at: z.nullable(instantSchema),
};

export const addAdvertisement = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/advertisements/`,
  summary: 'Add an advertisement',
  allowed: EDITORS,
  body: z.object(fields),
  reply: operatedAdvertisementSchema,
  status: 201,
});

export const changeAdvertisement = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/advertisements/:id/`,
  summary: 'Change an advertisement; breaks that begin from now on follow',
  allowed: EDITORS,
  ...ofAdvertisement,
  body: z.object({ ...fields, version: z.string() }),
  reply: operatedAdvertisementSchema,
});

export const endAdvertisement = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/advertisements/:id/end/`,
  summary: 'End an advertisement now; its figures stay',
  allowed: EDITORS,
  ...ofAdvertisement,
  body: z.object({ version: z.string() }),
  reply: operatedAdvertisementSchema,
});

export const listAdvertisementClips = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/advertisement-clips/`,
  summary: `Clips for advertisements, counted up to ${MOST_COUNTED_CLIPS}: those that were made for one or that one plays, then all others by id`,
  allowed: EDITORS,
  query: z.object({ keyword: z.optional(freeTextSchema(40)), ...pageQuery({ defaultLimit: 50 }) }),
  reply: clipsOf(advertisementClipSchema),
});

export type OperatedAdvertisement = z.output<typeof operatedAdvertisementSchema>;
export type AdvertisementFigures = z.output<typeof advertisementFiguresSchema>;
export type AdvertisementClip = z.output<typeof advertisementClipSchema>;
export type AdvertisementState = (typeof advertisementStates)[number];
export type AdvertisementFields = z.output<typeof addAdvertisement.body>;
export type AdvertisementQuery = z.output<typeof listOperatedAdvertisements.query>;
