import * as z from 'zod/mini';
import { itemSummarySchema } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { listOf, pageQuery, writtenTextSchema } from './values.ts';

/* A file of its own, so that the television's first script does not load these calls. */

export const searchItems = endpoint({
  method: 'GET',
  path: '/api/items/v1/search/',
  summary:
    'Titles by any of their names, initial consonants, genre, tag, people, dub or subtitles, best first; forgives slips',
  tag: 'catalogue',
  auth: 'profile',
  query: z.object({
    keyword: writtenTextSchema({ maximum: 60 }),
    ...pageQuery({ defaultLimit: 20 }),
  }),
  reply: z.extend(listOf(itemSummarySchema), {
    understood: z
      .optional(z.nullable(z.string()))
      .check(
        z.describe(
          'what was found instead, when no title matches the keyword as it is: a name, or the text of the other keyboard',
        ),
      ),
    nearest: z
      .optional(z.array(itemSummarySchema))
      .check(z.describe('when nothing was found: at most three titles with the nearest names')),
  }),
});
