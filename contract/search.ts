import * as z from 'zod/mini';
import { itemSummarySchema } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { listOf, pageQuery, writtenTextSchema } from './values.ts';

/* A file of its own, so that the television's first script does not load these calls. */

export const searchItems = endpoint({
  method: 'GET',
  path: '/api/items/v1/search/',
  summary: 'Titles by name, initial consonants, genre, tag, cast, dub or subtitles, best first',
  tag: 'catalogue',
  auth: 'profile',
  query: z.object({
    keyword: writtenTextSchema({ maximum: 60 }),
    ...pageQuery({ defaultLimit: 20 }),
  }),
  reply: listOf(itemSummarySchema),
});
