import * as z from 'zod/mini';
import {
  catalogueIdSchema,
  catalogueIdTextSchema,
  freeTextSchema,
  instantSchema,
  listOf,
  pageQuery,
  writtenTextSchema,
} from '../values.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';

const EDITORS = ['owner', 'editor'] as const;

export const releaseStates = ['published', 'scheduled', 'delayed', 'unpublished', 'announced', 'ended'] as const;
export const titleSortings = ['id', 'name', 'at'] as const;

const release = {
  state: z
    .enum(releaseStates)
    .check(z.describe('how viewers see it; `announced`: found, but without a date; `ended`: its time is over')),
  at: z.nullable(instantSchema).check(z.describe('when viewers first see it')),
  ends_at: z.nullable(instantSchema).check(z.describe('from this instant on, viewers neither find nor play it')),
  notice: z.nullable(z.string()).check(z.describe('the sentence for viewers about the delay')),
  version: z.nullable(z.string()).check(z.describe('of the decision about its release; a change sends it back')),
};

export const operatedTitleSchema = z
  .object({
    id: catalogueIdSchema,
    name: z.string(),
    cnt_episode: z.int(),
    cnt_out: z.int().check(z.describe('episodes that viewers see')),
    rating_reasons: z.array(z.string()).check(z.describe('what its age rating is for')),
    trailer: z.nullable(z.string()).check(z.describe('id of the clip')),
    ...release,
  })
  .register(z.globalRegistry, { id: 'OperatedTitle' });

export const operatedEpisodeSchema = z
  .object({
    id: catalogueIdSchema,
    order: z.int(),
    episode_num: z.string(),
    subject: z.string(),
    own_state: z.enum(releaseStates).check(z.describe('its state apart from that of its title')),
    ...release,
  })
  .register(z.globalRegistry, { id: 'OperatedEpisode' });

const listedTitleSchema = z
  .object({ ...operatedTitleSchema.shape, poster: z.string().check(z.describe('address of a picture')) })
  .register(z.globalRegistry, { id: 'ListedTitle' });

const shownSchema = z.object({ title: operatedTitleSchema, episodes: z.array(operatedEpisodeSchema) });

export const listOperatedTitles = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/titles/`,
  summary: 'Titles with the state of their release',
  allowed: EDITORS,
  scope: 'titles.read',
  query: z.object({
    keyword: z.optional(freeTextSchema(80)),
    state: z.optional(z.enum(releaseStates)),
    sorting: z._default(z.enum(titleSortings), 'id'),
    direction: z._default(z.enum(['up', 'down']), 'up'),
    ...pageQuery({ defaultLimit: 50 }),
  }),
  reply: listOf(listedTitleSchema),
});

export const getOperatedTitle = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/titles/:id/`,
  summary: 'A title and all its episodes',
  allowed: EDITORS,
  scope: 'titles.read',
  params: z.object({ id: catalogueIdTextSchema }),
  reply: shownSchema,
});

const version = { version: z.nullable(z.string()) };

export const releaseChangeSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('publish'), ...version }),
  z.object({ action: z.literal('unpublish'), ...version }),
  z.object({ action: z.literal('schedule'), at: instantSchema, ...version }),
  z.object({ action: z.literal('delay'), at: instantSchema, notice: writtenTextSchema({ maximum: 200 }), ...version }),
]);

export const changeRelease = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/releases/:kind/:id/`,
  summary: 'Publish, unpublish, schedule or delay a title or an episode',
  allowed: EDITORS,
  scope: 'titles.write',
  params: z.object({ kind: z.enum(['title', 'episode']), id: catalogueIdTextSchema }),
  body: releaseChangeSchema,
  reply: z.object({ outcome: z.enum(['changed', 'unchanged']), ...shownSchema.shape }),
});

export type ListedTitle = z.output<typeof listedTitleSchema>;
export type OperatedTitle = z.output<typeof operatedTitleSchema>;
export type OperatedEpisode = z.output<typeof operatedEpisodeSchema>;
export type ReleaseChange = z.output<typeof releaseChangeSchema>;
export type ReleaseState = (typeof releaseStates)[number];
