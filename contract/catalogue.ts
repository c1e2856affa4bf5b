import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { contentRatingSchema } from './profiles.ts';
import {
  booleanTextSchema,
  catalogueIdSchema,
  catalogueIdTextSchema,
  colorSchema,
  freeTextSchema,
  instantSchema,
  listOf,
  pageQuery,
  secondsSchema,
} from './values.ts';

export const mediumSchema = z.enum(['TVA', '극장판', 'OVA', '웹']);

export const itemSummarySchema = z
  .object({
    id: catalogueIdSchema,
    name: z.string(),
    images: z.object({ poster: z.string(), wide: z.string() }),
    color: colorSchema.describe('dominant colour of the art'),
    content_rating: contentRatingSchema,
    genres: z.array(z.string()),
    medium: mediumSchema,
    is_avod: z.boolean(),
    is_new: z.boolean(),
    avg_rating: z.number().min(0.5).max(5).nullable(),
    cnt_rating: z.int().min(0),
  })
  .meta({ id: 'ItemSummary' });

export const itemSchema = itemSummarySchema
  .extend({
    synopsis: z.string(),
    tags: z.array(z.string()),
    air_quarter: z.string().describe('2026년 4분기'),
    weekday: z.int().min(0).max(6).nullable().describe('0 is Sunday; null when it does not air weekly'),
    is_ended: z.boolean(),
    director: z.string(),
    production: z.string(),
    cast: z.array(z.string()),
    cnt_episode: z.int().min(0),
    series_id: catalogueIdSchema.nullable(),
    backdrop: z.string(),
    my: z.object({
      rating: z.number().min(0.5).max(5).nullable(),
      is_wished: z.boolean(),
      resume: z.object({ episode_id: catalogueIdSchema, episode_num: z.string(), offset: secondsSchema }).nullable(),
    }),
  })
  .meta({ id: 'Item' });

export const episodeAccessSchema = z.object({
  type: z.enum(['free', 'avod', 'membership', 'rental', 'own', 'locked']),
  expires_at: instantSchema.nullable(),
});

export const playbackOffsetSchema = z.object({
  offset: secondsSchema,
  is_finished: z.boolean(),
  updated_at: instantSchema,
});

export const episodeSchema = z
  .object({
    id: catalogueIdSchema,
    item_id: catalogueIdSchema,
    order: z.int().min(1),
    episode_num: z.string().describe('1화'),
    subject: z.string(),
    synopsis: z.string(),
    running_time: secondsSchema,
    thumbnail: z.string(),
    published_at: instantSchema,
    access: episodeAccessSchema,
    playback_offset: playbackOffsetSchema.nullable().optional().describe('only when asked for'),
  })
  .meta({ id: 'Episode' });

export const episodeDetailSchema = episodeSchema
  .extend({
    item: itemSummarySchema,
    previous_id: catalogueIdSchema.nullable(),
    next_id: catalogueIdSchema.nullable(),
  })
  .meta({ id: 'EpisodeDetail' });

export const themeSchema = z
  .object({
    id: catalogueIdSchema,
    title: z.string(),
    description: z.string(),
    image: z.string(),
    cnt_item: z.int().min(0),
  })
  .meta({ id: 'Theme' });

export const startAgainSchema = z
  .object({ item: itemSummarySchema, episode: episodeSchema, offset: secondsSchema, updated_at: instantSchema })
  .meta({ id: 'StartAgain' });

export const getItem = endpoint({
  method: 'GET',
  path: '/api/items/v1/:id/',
  summary: 'A title with everything about it',
  tag: 'catalogue',
  auth: 'profile',
  params: z.object({ id: catalogueIdTextSchema }),
  reply: itemSchema,
});

export const itemSortingSchema = z.enum(['popular', 'recent', 'rating', 'name']);

export const listItems = endpoint({
  method: 'GET',
  path: '/api/items/v1/list/',
  summary: 'Titles by theme, genre, weekday or year',
  tag: 'catalogue',
  auth: 'profile',
  query: z.object({
    theme: catalogueIdTextSchema.optional(),
    genre: freeTextSchema(20).min(1).optional(),
    weekday: z
      .string()
      .regex(/^[0-6]$/)
      .transform(Number)
      .optional()
      .describe('what still airs on this day; 0 is Sunday'),
    year: z
      .string()
      .regex(/^(19|20|21)\d\d$/)
      .transform(Number)
      .optional(),
    sorting: itemSortingSchema.default('popular'),
    ...pageQuery({ defaultLimit: 20 }),
  }),
  reply: listOf(itemSummarySchema),
});

export const searchItems = endpoint({
  method: 'GET',
  path: '/api/items/v1/search/',
  summary: 'Titles by name, initial consonants, genre, tag or cast, best first',
  tag: 'catalogue',
  auth: 'profile',
  query: z.object({
    keyword: freeTextSchema(60).refine((keyword) => keyword.trim() !== ''),
    ...pageQuery({ defaultLimit: 20 }),
  }),
  reply: listOf(itemSummarySchema),
});

export const listRelatedItems = endpoint({
  method: 'GET',
  path: '/api/items/v1/:id/related/',
  summary: 'Titles like this one, the most alike first',
  tag: 'catalogue',
  auth: 'profile',
  params: z.object({ id: catalogueIdTextSchema }),
  query: z.object(pageQuery({ defaultLimit: 20, maximumLimit: 1000 })),
  reply: listOf(itemSummarySchema),
});

export const listSeriesItems = endpoint({
  ...listRelatedItems,
  path: '/api/items/v1/:id/series/',
  summary: 'The other titles of a series, in its order',
});

export const listThemes = endpoint({
  method: 'GET',
  path: '/api/themes/v1/list/',
  summary: 'Themes that have something for the profile',
  tag: 'catalogue',
  auth: 'profile',
  query: z.object(pageQuery({ defaultLimit: 100 })),
  reply: listOf(themeSchema),
});

export const listThemesOfItem = endpoint({
  method: 'GET',
  path: '/api/v1.0/items/:id/themes/',
  summary: 'Themes of a title',
  tag: 'catalogue',
  auth: 'profile',
  params: z.object({ id: catalogueIdTextSchema }),
  query: z.object(pageQuery({ defaultLimit: 100 })),
  reply: listOf(themeSchema),
});

export const listStartAgain = endpoint({
  method: 'GET',
  path: '/api/items/v1/start-again/',
  summary: 'Titles begun and not finished, 20 a page',
  tag: 'catalogue',
  auth: 'profile',
  query: z.object({
    sorting: z.enum(['recent', 'name']).default('recent'),
    offset: pageQuery({ defaultLimit: 20 }).offset,
  }),
  reply: listOf(startAgainSchema),
});

export const listEpisodes = endpoint({
  method: 'GET',
  path: '/api/episodes/v2/list/',
  summary: 'Episodes of a title',
  tag: 'catalogue',
  auth: 'profile',
  query: z.object({
    item_id: catalogueIdTextSchema,
    sort: z.enum(['oldest', 'latest']).default('oldest'),
    show_playback_offset: booleanTextSchema.default(true),
    ...pageQuery({ defaultLimit: 20, maximumLimit: 1000 }),
  }),
  reply: listOf(episodeSchema),
});

export const getEpisode = endpoint({
  method: 'GET',
  path: '/api/episodes/v2/:id/',
  summary: 'An episode, its title and its neighbours',
  tag: 'catalogue',
  auth: 'profile',
  params: z.object({ id: catalogueIdTextSchema }),
  reply: episodeDetailSchema,
});

export const addWish = endpoint({
  method: 'PUT',
  path: '/api/v1.0/items/:id/wish/',
  summary: 'Keep a title for later',
  tag: 'catalogue',
  auth: 'profile',
  params: z.object({ id: catalogueIdTextSchema }),
  reply: z.object({ is_wished: z.boolean() }),
  isIdempotent: true,
});

export const removeWish = endpoint({ ...addWish, method: 'DELETE', summary: 'Keep a title no longer' });

export const itemRequestSchema = z
  .object({ status: z.enum(['requested', 'reviewing', 'accepted', 'declined']), cnt_request: z.int().min(0) })
  .meta({ id: 'ItemRequest' });

export const getItemRequest = endpoint({
  method: 'GET',
  path: '/api/v1.0/items/:id/request/',
  summary: 'What became of the account’s request for a title; empty where it never asked',
  tag: 'catalogue',
  auth: 'profile',
  params: z.object({ id: catalogueIdTextSchema }),
  reply: itemRequestSchema,
  mayBeEmpty: true,
});

export const askForItem = endpoint({
  ...getItemRequest,
  method: 'POST',
  summary: 'Ask for a title',
  isIdempotent: true,
});

export type ItemSummary = z.output<typeof itemSummarySchema>;
export type Item = z.output<typeof itemSchema>;
export type Episode = z.output<typeof episodeSchema>;
export type EpisodeAccess = z.output<typeof episodeAccessSchema>;
export type EpisodeDetail = z.output<typeof episodeDetailSchema>;
export type PlaybackOffset = z.output<typeof playbackOffsetSchema>;
export type Theme = z.output<typeof themeSchema>;
export type StartAgain = z.output<typeof startAgainSchema>;
