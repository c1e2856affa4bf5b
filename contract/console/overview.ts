import * as z from 'zod/mini';
import { platformNameSchema } from '../platforms.ts';
import { openingRows } from '../playback.ts';
import { instantSchema, listOf, pageQuery } from '../values.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';

const count = z.int().check(z.minimum(0));

/** Parts of the time to the first frame, which follow each other (contract/quality.ts). */
const startPartsSchema = z.object({
  press_ms: count,
  answer_ms: count,
  ours_ms: count,
  manifest_ms: count,
  segment_ms: count,
  decode_ms: count,
});

/** Figures of playbacks; null where nothing was counted. */
const qualitySchema = z.object({
  cnt_playback: count.check(z.describe('playbacks whose player reported its quality')),
  cnt_failed: count.check(z.describe('with a failure that the viewer saw')),
  startup_p50_ms: z.nullable(count),
  startup_p95_ms: z.nullable(count),
  rebuffer_ratio: z.nullable(z.number()).check(z.describe('waiting in waiting and playing, in [0, 1]')),
  dropped_ratio: z.nullable(z.number()).check(z.describe('dropped frames in all frames, in [0, 1]')),
  start: z.nullable(startPartsSchema).check(z.describe('means of the parts; null where no player told them')),
  prepared_ratio: z
    .nullable(z.number())
    .check(z.describe('playbacks whose first segments were loaded before the press, in [0, 1]')),
});

const failureSchema = z.object({ code: z.string(), engine: z.string(), cnt: count });

const namedEpisodeSchema = z.object({ item_id: z.int(), name: z.string(), episode_num: z.string() });

const failureWithEpisodesSchema = z.object({
  ...failureSchema.shape,
  episodes: z
    .array(z.object({ ...namedEpisodeSchema.shape, cnt: count }))
    .check(z.describe('those that failed with it most often; empty where the report named none')),
});

const failingEpisodeSchema = z.object({
  ...namedEpisodeSchema.shape,
  cnt: count.check(z.describe('failures; a playback with two codes counts twice')),
  causes: z.array(failureSchema).check(z.describe('the most frequent first')),
});

/** What viewers meet, and then what the service itself lacks. */
export const troubleKinds = [
  'failures',
  'rebuffering',
  'startup',
  'crash',
  'database',
  'worker',
  'disk',
  'mail',
  'video',
  'job',
  'clock',
  'certificate',
  'backup',
] as const;

const troubleSchema = z.object({
  kind: z.enum(troubleKinds),
  value: z.number(),
  limit: z.number(),
  detail: z.string(),
});

const nowSchema = z
  .object({
    counted_at: z.nullable(instantSchema).check(z.describe('by a worker, each minute; null before the first time')),
    troubles: z.array(troubleSchema).check(z.describe('what broke in the last hour or is broken now, the worst first')),
    playing: z.object({
      count,
      by_platform: z.array(z.object({ platform: platformNameSchema, count })),
      titles: z
        .array(z.object({ ...namedEpisodeSchema.shape, count }))
        .check(z.describe('the most played; nobody is named')),
    }),
    hour: z.object({
      cnt_start: count,
      ...qualitySchema.shape,
      failures: z.array(failureSchema).check(z.describe('by code and engine, the most frequent first')),
    }),
  })
  .register(z.globalRegistry, { id: 'OverviewNow' });

export const getOverviewNow = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/overview/now/`,
  summary: 'What is played now, and what broke in the last hour',
  allowed: 'staff',
  scope: 'figures.read',
  reply: nowSchema,
});

export const overviewRanges = ['day', 'week', 'month'] as const;

const pointSchema = z.object({
  at: instantSchema.check(z.describe('start of the hour, or of the day in Korea')),
  cnt_start: count,
  play_seconds: count,
  ...qualitySchema.shape,
  cnt_sign_up: count,
  cnt_order: count,
  won: count,
});

const groupSchema = z.object({ name: z.string(), ...qualitySchema.shape });

const overviewSchema = z
  .object({
    folded_at: z.nullable(instantSchema).check(z.describe('the figures are complete up to this instant')),
    points: z.array(pointSchema),
    total: z.omit(pointSchema, { at: true }),
    by_engine: z.array(groupSchema),
    by_version: z.array(groupSchema),
    by_rendition: z.array(groupSchema),
    failures: z.array(failureWithEpisodesSchema),
    failing_episodes: z.array(failingEpisodeSchema).check(z.describe('the episodes that failed most often')),
  })
  .register(z.globalRegistry, { id: 'Overview' });

export const getOverview = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/overview/`,
  summary: 'Figures of a day and a week by hour, or of four weeks by day; sign-ups and orders have no platform',
  allowed: 'staff',
  scope: 'figures.read',
  query: z.object({ range: z.enum(overviewRanges), platform: z.optional(platformNameSchema) }),
  reply: overviewSchema,
});

const openedRowSchema = z
  .object({
    row: z.enum(openingRows),
    cnt_page: count.check(
      z.describe('pages of titles that accounts opened from it, also of titles that they did not play'),
    ),
    cnt_opened: count.check(z.describe('titles that accounts chose in it and began, once for each account and day')),
    cnt_watched: count.check(z.describe('those of them that were watched for ten minutes on that day')),
  })
  .register(z.globalRegistry, { id: 'OpenedRow' });

export const listOpenedRows = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/overview/rows/`,
  summary:
    'The rows in which viewers choose titles, in whole days in Korea with today; of at least five accounts in a day',
  allowed: 'staff',
  query: z.object({ range: z.enum(overviewRanges) }),
  reply: listOf(openedRowSchema),
});

const crashSchema = z.object({
  fingerprint: z.string(),
  platform: platformNameSchema,
  engine: z.string(),
  app_version: z.string(),
  screen: z.string(),
  message: z.string(),
  cnt: count,
  first_at: instantSchema,
  last_at: instantSchema,
});

export const listOperatedCrashes = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/crashes/`,
  summary: 'Defects of the app, the latest crash first',
  allowed: 'staff',
  query: z.object(pageQuery({ defaultLimit: 20 })),
  reply: listOf(crashSchema),
});

export const getOperatedCrash = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/crashes/:fingerprint/`,
  summary: 'A defect with the stack of its last crash, resolved by the source maps of its version',
  allowed: 'staff',
  params: z.object({ fingerprint: z.string().check(z.regex(/^[0-9a-f]{16}$/)) }),
  reply: z.object({
    ...crashSchema.shape,
    stack: z.array(z.string()),
    is_resolved: z.boolean().check(z.describe('false where the server has no maps of this version')),
  }),
});

export type OverviewNow = z.output<typeof nowSchema>;
export type Overview = z.output<typeof overviewSchema>;
export type OpenedRow = z.output<typeof openedRowSchema>;
export type OverviewRange = (typeof overviewRanges)[number];
export type OverviewPoint = z.output<typeof pointSchema>;
export type Trouble = z.output<typeof troubleSchema>;
export type TroubleKind = (typeof troubleKinds)[number];
export type OperatedCrash = z.output<typeof crashSchema>;
export type StartParts = z.output<typeof startPartsSchema>;
export type PlaybackQuality = z.output<typeof qualitySchema>;
