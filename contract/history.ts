import * as z from 'zod/mini';
import { episodeSchema, itemSummarySchema } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { catalogueIdTextSchema, instantSchema, listOf, pageQuery, secondsSchema } from './values.ts';

/* A file of its own: the television's first script loads what lists and episodes look like, but none of these calls. */

/** An episode that the profile watched on one day. */
export const historyEntrySchema = z
  .object({
    date: z.iso.date().check(z.describe('day in Korea on which watching began')),
    item: itemSummarySchema,
    episode: episodeSchema,
    offset: secondsSchema.check(z.describe('where playing resumes')),
    play_time: secondsSchema.check(z.describe('seconds watched on this day')),
    updated_at: instantSchema,
  })
  .register(z.globalRegistry, { id: 'HistoryEntry' });

export const listHistory = endpoint({
  method: 'GET',
  path: '/api/items/v1/history/',
  summary: 'Episodes that the profile watched, by day, newest first, 20 per page',
  tag: 'history',
  auth: 'profile',
  query: z.object({ offset: pageQuery({ defaultLimit: 20 }).offset }),
  reply: listOf(historyEntrySchema),
});

export const removeHistory = endpoint({
  method: 'DELETE',
  path: '/api/episodes/v2/:id/history/',
  summary: 'Remove an episode from the history: all its days and its offset; watching it again adds it again',
  tag: 'history',
  auth: 'profile',
  params: z.object({ id: catalogueIdTextSchema }),
  reply: z.object({ is_removed: z.boolean() }),
  isIdempotent: true,
});

export const restoreHistory = endpoint({
  ...removeHistory,
  method: 'PUT',
  summary: 'Undo removing an episode from the history',
});

/** The episode, it and all before it, or all episodes of its title. */
export const watchedScopeSchema = z.enum(['episode', 'before', 'title']);

export const markWatched = endpoint({
  method: 'PUT',
  path: '/api/episodes/v2/:id/watched/',
  summary: 'Mark episodes as watched; no play log and no play time',
  tag: 'history',
  auth: 'profile',
  params: z.object({ id: catalogueIdTextSchema }),
  query: z.object({
    scope: z
      ._default(watchedScopeSchema, 'episode')
      .check(z.describe('before: the episode and all before it; title: all episodes of its title')),
  }),
  reply: z.object({ is_watched: z.boolean() }),
  isIdempotent: true,
});

export const unmarkWatched = endpoint({
  ...markWatched,
  method: 'DELETE',
  summary: 'Mark episodes as not watched; their offsets are removed',
});

export type HistoryEntry = z.output<typeof historyEntrySchema>;
export type WatchedScope = z.output<typeof watchedScopeSchema>;
