import * as z from 'zod/mini';
import { PLATFORM_NAMES } from '../platforms.ts';
import { catalogueIdTextSchema, freeTextSchema, instantSchema, listOf, pageQuery } from '../values.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';

/*
 * What is watched, in sums: no answer names an account. Figures of a title or an episode that fewer than `SMALLEST_GROUP`
 * accounts watched are null.
 */

const EDITORS = ['owner', 'editor'] as const;

/** Fewest accounts whose figures are shown together. */
export const SMALLEST_GROUP = 5;

/** Their order is that of the stored sums: a new kind of device comes last. */
export const viewingDevices = PLATFORM_NAMES;
export const viewingPlans = ['free', 'basic', 'premium'] as const;
export const viewingGroups = [...viewingDevices, ...viewingPlans] as const;
export const viewingSpans = ['day', 'week', 'month'] as const;
export const viewingSteps = ['day', 'week', 'month'] as const;
export const viewingOrders = ['starts', 'minutes', 'rising', 'falling', 'never'] as const;

const count = z.int().check(z.minimum(0));
const shown = z.nullable(count);

const sums = {
  cnt_start: shown.check(z.describe('playbacks, ten of an account and episode in a day')),
  cnt_view: shown.check(z.describe('accounts that watched three minutes, once for each day')),
  cnt_finished: shown.check(z.describe('playbacks that reached the end')),
  play_seconds: shown,
};

const titleSchema = z.object({
  id: z.int(),
  name: z.string(),
  poster: z.string().check(z.describe('address of the picture')),
});

const viewedTitleSchema = z
  .object({
    title: titleSchema,
    is_small: z.boolean().check(z.describe('too few accounts watched it; its figures are null')),
    ...sums,
    cnt_start_before: shown.check(z.describe('in as many days before')),
  })
  .register(z.globalRegistry, { id: 'ViewedTitle' });

export const listViewedTitles = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/viewing/titles/`,
  summary: 'Titles by what was watched in the last whole day, 7 or 28 days in Korea; `never`: those that nobody began',
  allowed: EDITORS,
  scope: 'figures.read',
  query: z.object({
    span: z._default(z.enum(viewingSpans), 'week'),
    order: z._default(z.enum(viewingOrders), 'starts'),
    group: z.optional(z.enum(viewingGroups)).check(z.describe('starts and minutes of a device or a plan alone')),
    keyword: z.optional(freeTextSchema(80)),
    ...pageQuery({ defaultLimit: 50 }),
  }),
  reply: listOf(viewedTitleSchema),
});

const splitSchema = z.array(z.object({ name: z.string(), cnt_start: shown, play_seconds: shown }));

const viewingSchema = z.object({
  counted_at: z.nullable(instantSchema).check(z.describe('the figures are complete up to this instant')),
  points: z
    .array(z.object({ at: z.string().check(z.describe('first day in Korea, `2026-11-28`')), ...sums }))
    .check(z.describe('28 days, 26 weeks from Monday on, or 12 months, the last one unfinished')),
  total: z.object(sums),
  by_device: splitSchema,
  by_plan: splitSchema,
  by_hour: z.array(shown).check(z.describe('starts by the hour in Korea, 24 of them')),
});

const step = { step: z._default(z.enum(viewingSteps), 'day') };

export const getViewing = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/viewing/`,
  summary: 'What was watched in the whole service',
  allowed: EDITORS,
  scope: 'figures.read',
  query: z.object(step),
  reply: viewingSchema.register(z.globalRegistry, { id: 'Viewing' }),
});

const viewedEpisodeSchema = z.object({
  id: z.int(),
  order: z.int(),
  episode_num: z.string(),
  subject: z.string(),
  is_small: z.boolean(),
  ...sums,
  left_counts: z.nullable(z.array(count)).check(z.describe('playbacks left before the end, by tenth of the episode')),
});

export const getViewedTitle = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/viewing/titles/:id/`,
  summary: 'What was watched of a title and of its episodes',
  allowed: EDITORS,
  scope: 'figures.read',
  params: z.object({ id: catalogueIdTextSchema }),
  query: z.object(step),
  reply: z
    .object({ title: titleSchema, ...viewingSchema.shape, episodes: z.array(viewedEpisodeSchema) })
    .register(z.globalRegistry, { id: 'ViewedTitleFigures' }),
});

const missedSearchSchema = z.object({
  words: z.string(),
  cnt_account: count.check(z.describe('accounts, once for each day')),
});

export const listMissedSearches = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/viewing/searches/`,
  summary: 'Words that found no title in the last 28 days, of at least five accounts',
  allowed: EDITORS,
  scope: 'figures.read',
  query: z.object(pageQuery({ defaultLimit: 50 })),
  reply: listOf(missedSearchSchema),
});

const cohortSchema = z.object({
  joined: z.string().check(z.describe('month of joining, `2026-11`')),
  cnt_account: shown.check(z.describe('accounts of this month that have not left')),
  months: z.array(
    z.object({
      month: z.string(),
      cnt_account: shown,
      cnt_watched: shown.check(z.describe('accounts that watched something in it')),
    }),
  ),
});

export const listCohorts = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/viewing/cohorts/`,
  summary: 'How many accounts of each month of joining still watch, the latest month first',
  allowed: EDITORS,
  scope: 'figures.read',
  reply: listOf(cohortSchema),
});

export type ViewedTitle = z.output<typeof viewedTitleSchema>;
export type ViewedTitleQuery = z.output<typeof listViewedTitles.query>;
export type Viewing = z.output<typeof viewingSchema>;
export type ViewedTitleFigures = z.output<typeof getViewedTitle.reply>;
export type ViewedEpisode = z.output<typeof viewedEpisodeSchema>;
export type MissedSearch = z.output<typeof missedSearchSchema>;
export type Cohort = z.output<typeof cohortSchema>;
export type ViewingSpan = (typeof viewingSpans)[number];
export type ViewingStep = (typeof viewingSteps)[number];
export type ViewingOrder = (typeof viewingOrders)[number];
export type ViewingGroup = (typeof viewingGroups)[number];
