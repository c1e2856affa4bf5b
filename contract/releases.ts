import * as z from 'zod/mini';
import { nextReleaseSchema } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { catalogueIdSchema, instantSchema, listOf } from './values.ts';

/* A file of its own: televisions load it after home. */

export const releaseSchema = z
  .object({
    item_id: catalogueIdSchema,
    latest: z.nullable(
      z.object({ episode_id: catalogueIdSchema, episode_num: z.string(), published_at: instantSchema }),
    ),
    next_release: z.nullable(nextReleaseSchema),
  })
  .register(z.globalRegistry, { id: 'Release' });

export const listReleases = endpoint({
  method: 'GET',
  path: '/api/items/v1/releases/',
  summary: 'The last and the next episode of titles that a screen shows',
  tag: 'catalogue',
  // The same answer for everybody: caches in front of the server may keep it.
  auth: 'none',
  query: z.object({
    ids: z
      .pipe(
        z.string().check(z.regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,49}$/)),
        z.transform((text) => text.split(',').map(Number)),
      )
      .check(z.describe('at most 50 ids of titles, with commas'))
      .register(z.globalRegistry, {
        documentedAs: { type: 'string', pattern: '^[1-9]\\d{0,8}(,[1-9]\\d{0,8}){0,49}$' },
      }),
  }),
  reply: listOf(releaseSchema),
  hasTag: true,
});

export type Release = z.output<typeof releaseSchema>;
