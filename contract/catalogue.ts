import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { contentRatingSchema } from './profiles.ts';
import { ratingReasons, trackKeySchema } from './title-facts.ts';
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

export const nextReleaseSchema = z
  .object({
    episode_num: z.string(),
    at: instantSchema,
    is_delayed: z.boolean(),
    notice: z.nullable(z.string()).check(z.describe("the operator's sentence about the delay")),
  })
  .register(z.globalRegistry, { id: 'NextRelease' });
/** Televisions only show them, so that their script need not know all of them. */
const ratingReasonSchema = z
  .string()
  .register(z.globalRegistry, { documentedAs: { type: 'string', enum: [...ratingReasons] } });

export const itemSummarySchema = z
  .object({
    id: catalogueIdSchema,
    name: z.string(),
    images: z.object({ poster: z.string(), wide: z.string() }),
    color: colorSchema.check(z.describe('dominant colour of the art')),
    content_rating: contentRatingSchema,
    genres: z.array(z.string()),
    medium: mediumSchema,
    is_avod: z.boolean(),
    is_new: z.boolean(),
    avg_rating: z.nullable(z.number().check(z.minimum(0.5), z.maximum(5))),
    cnt_rating: z.int().check(z.minimum(0)),
    next_release: z
      .optional(z.nullable(nextReleaseSchema))
      .check(z.describe('the next episode that has a date; in lists only of titles with one')),
    is_hidden: z
      .optional(z.boolean())
      .check(
        z.describe('true in search results and in the list of hidden titles, when the profile has hidden the title'),
      ),
    last_day: z
      .optional(z.iso.date())
      .check(z.describe('the last day on which viewers can play it, from a week before: 2026-12-31')),
    needs_identity: z
      .optional(z.boolean())
      .check(z.describe('true in lists for a title for adults, until an adult of the account has proved their age')),
  })
  .register(z.globalRegistry, { id: 'ItemSummary' });

export const itemSchema = z
  .extend(itemSummarySchema, {
    names: z
      .optional(z.array(z.object({ lang: z.string(), name: z.string() })))
      .check(z.describe('names in other languages, the original one first')),
    synopsis: z.string(),
    tags: z.array(z.string()),
    air_quarter: z.string().check(z.describe('2026년 4분기')),
    weekday: z
      .nullable(z.int().check(z.minimum(0), z.maximum(6)))
      .check(z.describe('0 is Sunday; null when it does not air weekly')),
    is_ended: z.boolean(),
    director: z.string(),
    production: z.string(),
    cast: z.array(z.string()),
    cnt_episode: z.int().check(z.minimum(0)),
    series_id: z.nullable(catalogueIdSchema),
    backdrop: z.string(),
    audio_langs: z.array(z.string()).check(z.describe('languages of the sounds of its published episodes')),
    subtitle_langs: z.array(z.string()).check(z.describe('languages of the subtitles of its published episodes')),
    audio_tracks: z
      .optional(z.array(z.string()))
      .check(z.describe('the sounds by language and role: ja, ko/dub, ko/description')),
    subtitle_tracks: z
      .optional(z.array(z.string()))
      .check(z.describe('the subtitles by language and role: ko, ko/caption, ko/forced')),
    rating_reasons: z.array(ratingReasonSchema),
    trailer: z
      .nullable(z.string())
      .check(z.describe('address of a stream; it opens for some hours, without a play log')),
    my: z.object({
      rating: z.nullable(z.number().check(z.minimum(0.5), z.maximum(5))),
      is_wished: z.boolean(),
      resume: z.nullable(z.object({ episode_id: catalogueIdSchema, episode_num: z.string(), offset: secondsSchema })),
      is_hidden: z.boolean(),
    }),
  })
  .register(z.globalRegistry, { id: 'Item' });

export const episodeAccessSchema = z.object({
  type: z.enum(['free', 'avod', 'membership', 'rental', 'own', 'locked']),
  expires_at: z.nullable(instantSchema),
  needs: z
    .optional(z.enum(['membership', 'purchase', 'identity']))
    .check(z.describe('of a locked episode: a membership or a product, only a product, or a proof of age')),
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
    order: z.int().check(z.minimum(1)),
    episode_num: z.string().check(z.describe('1화')),
    subject: z.string(),
    synopsis: z.string(),
    running_time: secondsSchema,
    thumbnail: z.string(),
    published_at: instantSchema,
    access: episodeAccessSchema,
    playback_offset: z.optional(z.nullable(playbackOffsetSchema)).check(z.describe('only when asked for')),
    last_day: z.optional(z.iso.date()).check(z.describe('as of a title, from a week before')),
    is_watched: z.boolean().check(z.describe('finished by playing, or marked as watched')),
  })
  .register(z.globalRegistry, { id: 'Episode' });

export const episodeDetailSchema = z
  .extend(episodeSchema, {
    item: itemSummarySchema,
    series_id: z
      .optional(z.nullable(catalogueIdSchema))
      .check(z.describe("the title's own, as in Item; what a viewer chooses for a series holds for all its titles")),
    rating_reasons: z.optional(z.array(ratingReasonSchema)).check(z.describe("the title's own, as in Item")),
    previous_id: z.nullable(catalogueIdSchema),
    next_id: z.nullable(catalogueIdSchema),
  })
  .register(z.globalRegistry, { id: 'EpisodeDetail' });

export const themeSchema = z
  .object({
    id: catalogueIdSchema,
    title: z.string(),
    description: z.string(),
    image: z.string(),
    cnt_item: z.int().check(z.minimum(0)),
  })
  .register(z.globalRegistry, { id: 'Theme' });

export const startAgainSchema = z
  .object({ item: itemSummarySchema, episode: episodeSchema, offset: secondsSchema, updated_at: instantSchema })
  .register(z.globalRegistry, { id: 'StartAgain' });

export const getItem = endpoint({
  method: 'GET',
  path: '/api/items/v1/:id/',
  summary: 'A title with its details',
  tag: 'catalogue',
  auth: 'profile',
  params: z.object({ id: catalogueIdTextSchema }),
  reply: itemSchema,
});

export const itemSortingSchema = z.enum(['popular', 'recent', 'rating', 'name']);

export const listItems = endpoint({
  method: 'GET',
  path: '/api/items/v1/list/',
  summary: 'Titles by theme, genre, weekday, year, sound or subtitles',
  tag: 'catalogue',
  auth: 'profile',
  query: z.object({
    theme: z.optional(catalogueIdTextSchema),
    genre: z.optional(freeTextSchema(20).check(z.minLength(1))),
    weekday: z
      .optional(z.pipe(z.string().check(z.regex(/^[0-6]$/)), z.transform(Number)))
      .check(z.describe('what still airs on this day; 0 is Sunday'))
      .register(z.globalRegistry, { documentedAs: { type: 'integer', minimum: 0, maximum: 6 } }),
    year: z
      .optional(z.pipe(z.string().check(z.regex(/^(19|20|21)\d\d$/)), z.transform(Number)))
      .register(z.globalRegistry, { documentedAs: { type: 'integer', minimum: 1900, maximum: 2199 } }),
    audio: z.optional(trackKeySchema).check(z.describe('titles with this sound: ko, ko/dub, ko/description')),
    subtitles: z.optional(trackKeySchema).check(z.describe('titles with these subtitles: ko, ko/caption')),
    sorting: z._default(itemSortingSchema, 'popular'),
    as_of: z
      .optional(instantSchema)
      .check(z.describe('when the first page was read: later pages then follow the same chart for an hour')),
    ...pageQuery({ defaultLimit: 20 }),
  }),
  reply: listOf(itemSummarySchema),
});

export const listThemes = endpoint({
  method: 'GET',
  path: '/api/themes/v1/list/',
  summary: 'The themes with titles for the profile',
  tag: 'catalogue',
  auth: 'profile',
  query: z.object(pageQuery({ defaultLimit: 100 })),
  reply: listOf(themeSchema),
});

export const listStartAgain = endpoint({
  method: 'GET',
  path: '/api/items/v1/start-again/',
  summary: 'Unfinished titles to resume, 20 per page',
  tag: 'catalogue',
  auth: 'profile',
  query: z.object({
    sorting: z._default(z.enum(['recent', 'name']), 'recent'),
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
    sort: z._default(z.enum(['oldest', 'latest']), 'oldest'),
    show_playback_offset: z._default(booleanTextSchema, true),
    ...pageQuery({ defaultLimit: 20, maximumLimit: 1000 }),
  }),
  reply: z.extend(listOf(episodeSchema), {
    seasons: z
      .optional(z.array(z.object({ name: z.string(), first: z.int(), count: z.int() })))
      .check(z.describe('on the first page: seasons within the title; `first` is an index of the oldest order')),
  }),
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

export type ItemSummary = z.output<typeof itemSummarySchema>;
export type Item = z.output<typeof itemSchema>;
export type NextRelease = z.output<typeof nextReleaseSchema>;
export type Episode = z.output<typeof episodeSchema>;
export type EpisodeAccess = z.output<typeof episodeAccessSchema>;
export type EpisodeDetail = z.output<typeof episodeDetailSchema>;
export type PlaybackOffset = z.output<typeof playbackOffsetSchema>;
export type Theme = z.output<typeof themeSchema>;
export type StartAgain = z.output<typeof startAgainSchema>;
