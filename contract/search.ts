import * as z from 'zod/mini';
import { itemSummarySchema } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { catalogueIdSchema, listOf, pageQuery, writtenTextSchema } from './values.ts';

/* A file of its own, so that the television's first script does not load these calls. */

/** What titles are about, and viewers search by itself. */
const subjectKinds = ['person', 'studio', 'genre', 'tag'] as const;

const proposalSchema = z
  .object({
    kind: z.enum(['title', ...subjectKinds]),
    name: z.string(),
    item_id: z.nullable(catalogueIdSchema).check(z.describe('of a title; null for the other kinds')),
    cnt_item: z.int().check(z.minimum(1), z.describe('titles about it')),
  })
  .register(z.globalRegistry, { id: 'SearchProposal' });

const foundEpisodeSchema = z
  .object({
    id: catalogueIdSchema,
    item_id: catalogueIdSchema,
    item_name: z.string(),
    episode_num: z.string(),
    subject: z.string(),
  })
  .register(z.globalRegistry, { id: 'FoundEpisode' });

export const searchItems = endpoint({
  method: 'GET',
  path: '/api/items/v1/search/',
  summary:
    'Titles by any of their names, initial consonants, genre, tag, people, dub or subtitles, best first; forgives slips',
  tag: 'catalogue',
  auth: 'profile',
  query: z.object({
    keyword: writtenTextSchema({ maximum: 60 }),
    about: z
      .optional(z.enum(subjectKinds))
      .check(z.describe('only titles about the person, studio, genre or tag whose whole name is the keyword')),
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
    requestable: z
      .optional(z.array(itemSummarySchema))
      .check(z.describe('when nothing was found: titles without an episode, which viewers may request')),
    proposals: z
      .optional(z.array(proposalSchema))
      .check(z.describe('on the first page: what the text so far may mean, what most viewers mean first; at most 8')),
    episodes: z
      .optional(z.array(foundEpisodeSchema))
      .check(z.describe('on the first page: episodes whose names have the keyword, best first; at most 6')),
  }),
});

export type SubjectKind = (typeof subjectKinds)[number];
export type SearchProposal = z.output<typeof proposalSchema>;
export type FoundEpisode = z.output<typeof foundEpisodeSchema>;
