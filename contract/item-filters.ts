import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/* A file of its own: televisions load it after home. */

export const listItemFilters = endpoint({
  method: 'GET',
  path: '/api/items/v1/filters/',
  summary: 'Filters of the title list: the genres, years, sounds and subtitles with titles for the profile',
  tag: 'catalogue',
  auth: 'profile',
  reply: z.object({
    genres: z.array(z.string()).check(z.describe('those with the most titles first')),
    years: z.array(z.int()).check(z.describe('the newest first')),
    audio: z.optional(z.array(z.string())).check(z.describe('sounds by language and role')),
    subtitles: z.optional(z.array(z.string())).check(z.describe('subtitles by language and role')),
  }),
});
