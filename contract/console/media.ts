import * as z from 'zod/mini';
import { catalogueIdSchema, instantSchema, listOf, pageQuery, uuidSchema } from '../values.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';

const EDITORS = ['owner', 'editor'] as const;

export const mediaJobStates = ['running', 'waiting', 'failed', 'cancelled', 'done'] as const;

/** Failures and notices by code: clients say them in their own language. */
const mediaCodeSchema = z.object({
  code: z.string().check(z.describe('see `media-codes.ts`; a newer server may have more')),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});

export const mediaJobSchema = z
  .object({
    id: uuidSchema,
    name: z.string().check(z.describe('name of the file, as the operator knows it')),
    source: z.string().check(z.describe('path on the machine of the worker')),
    use: z.enum(['episode', 'advertisement', 'sound']).check(z.describe('what the file becomes')),
    clip_id: z.string().check(z.describe('of the clip that is made')),
    title_id: z.nullable(catalogueIdSchema).check(z.describe('null for an advertisement, as are the next four')),
    title_name: z.nullable(z.string()).check(z.describe('null while the catalogue does not have the title')),
    new_title: z.nullable(z.string()).check(z.describe('name of the title that the job makes')),
    episode_id: z.nullable(catalogueIdSchema),
    episode_num: z.nullable(z.string()),
    state: z.enum(mediaJobStates),
    is_abandoned: z.boolean().check(z.describe('its worker stopped; another one takes it over')),
    step: z.nullable(z.string()),
    fraction: z.number().check(z.describe('in [0, 1]')),
    speed: z.nullable(z.number()).check(z.describe('of the current step, in multiples of real time')),
    tries: z.int(),
    next_try_at: z.nullable(instantSchema),
    worker: z.nullable(z.string()),
    notices: z.array(z.string()).check(z.describe('in English, as is `last_error`')),
    notice_codes: z.array(mediaCodeSchema).check(z.describe('of the notices, in the same order')),
    last_error: z.nullable(z.string()),
    last_error_code: z.nullable(mediaCodeSchema).check(z.describe('null without an error')),
    created_at: instantSchema,
    started_at: z.nullable(instantSchema),
    ended_at: z.nullable(instantSchema),
    removal: z
      .object({
        removes: z.enum(['job', 'video', 'episode']).check(z.describe('an episode goes with its video')),
        stays: z
          .nullable(z.enum(['running', 'published', 'was-published', 'sold', 'used']))
          .check(z.describe('why it cannot be removed; `used`: something else plays the video')),
      })
      .check(z.describe('what goes with the job when it is removed')),
  })
  .register(z.globalRegistry, { id: 'MediaJob' });

const listedMediaJobSchema = z
  .object({
    ...mediaJobSchema.shape,
    poster: z.nullable(z.string()).check(z.describe('address of the picture of its title; null without one')),
  })
  .register(z.globalRegistry, { id: 'ListedMediaJob' });

export const listMediaJobs = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/media/jobs/`,
  summary: 'Jobs of own videos, the unfinished first',
  allowed: EDITORS,
  scope: 'media.write',
  query: z.object({ state: z.optional(z.enum(mediaJobStates)), ...pageQuery({ defaultLimit: 50 }) }),
  reply: listOf(listedMediaJobSchema),
});

const ofJob = { params: z.object({ id: uuidSchema }) };

export const getMediaJob = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/media/jobs/:id/`,
  summary: 'A job with the end of its log',
  allowed: EDITORS,
  scope: 'media.write',
  ...ofJob,
  reply: z.object({ ...mediaJobSchema.shape, log: z.nullable(z.string()) }),
});

export const retryMediaJob = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/media/jobs/:id/retry/`,
  summary: 'Try a failed or cancelled job again',
  allowed: EDITORS,
  scope: 'media.write',
  ...ofJob,
  reply: mediaJobSchema,
});

export const cancelMediaJob = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/media/jobs/:id/cancel/`,
  summary: 'Cancel a job that waits or runs',
  allowed: EDITORS,
  ...ofJob,
  reply: mediaJobSchema,
});

export const moveMediaJob = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/media/jobs/:id/title/`,
  summary: 'Give the video of a job that does not run to another title or under another number',
  allowed: EDITORS,
  ...ofJob,
  body: z.object({
    title_id: catalogueIdSchema,
    number: z.number().check(z.minimum(0), z.maximum(9999), z.multipleOf(0.1)),
  }),
  reply: mediaJobSchema,
});

export const removeMediaJob = consoleEndpoint({
  method: 'DELETE',
  path: `${CONSOLE_PATH}/media/jobs/:id/`,
  summary: 'Remove a job with all that it made; never what is or was published',
  allowed: EDITORS,
  ...ofJob,
});

export type MediaCode = z.output<typeof mediaCodeSchema>;
export type ListedMediaJob = z.output<typeof listedMediaJobSchema>;
export type MediaJob = z.output<typeof mediaJobSchema>;
export type MediaJobState = (typeof mediaJobStates)[number];
