import * as z from 'zod/mini';
import { episodeDetailSchema, itemSchema, itemSummarySchema, startAgainSchema, themeSchema } from './catalogue.ts';
import { endpoint } from './endpoint.ts';

const rowOf = <K extends string, S extends z.ZodMiniType>(kind: K, result: S) =>
  z.object({
    id: z.string().check(z.describe('stays the same while the row means the same')),
    kind: z.literal(kind),
    title: z.string(),
    results: z.array(result),
    more: z.nullable(z.string()).check(z.describe('path and query of the call that lists all of it')),
  });

export const homeRowSchema = z
  .discriminatedUnion('kind', [
    rowOf('billboard', itemSchema),
    rowOf('start_again', startAgainSchema),
    rowOf('items', itemSummarySchema),
    rowOf('episodes', episodeDetailSchema),
    rowOf('themes', themeSchema),
    rowOf('ranking', itemSummarySchema),
  ])
  .register(z.globalRegistry, { id: 'HomeRow' });

export const listHomeRows = endpoint({
  method: 'GET',
  path: '/api/home/v1/rows/',
  summary: 'The rows of the home screen, personalized for the profile',
  tag: 'home',
  auth: 'profile',
  reply: z.object({ results: z.array(homeRowSchema) }),
});

export type HomeRow = z.output<typeof homeRowSchema>;
export const HOME_ROW_KINDS: Readonly<Record<HomeRow['kind'], true>> = {
  billboard: true,
  start_again: true,
  items: true,
  episodes: true,
  themes: true,
  ranking: true,
};

export type HomeRowOf<K extends HomeRow['kind']> = Extract<HomeRow, { kind: K }>;
