import * as z from 'zod/mini';
import { itemSummarySchema, themeSchema } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { openingRowSchema } from './playback.ts';
import { catalogueIdTextSchema, listOf, pageQuery } from './values.ts';

/* A file of its own: televisions load it after home. */

const relatedPage = pageQuery({ defaultLimit: 20, maximumLimit: 1000 });

export const listRelatedItems = endpoint({
  method: 'GET',
  path: '/api/items/v1/:id/related/',
  summary: 'Titles similar to this one, the most similar first',
  tag: 'catalogue',
  auth: 'profile',
  params: z.object({ id: catalogueIdTextSchema }),
  query: z.object({ ...relatedPage, row: openingRowSchema }),
  reply: listOf(itemSummarySchema),
});

export const listSeriesItems = endpoint({
  ...listRelatedItems,
  path: '/api/items/v1/:id/series/',
  summary: 'The other titles of the series, in series order',
  query: z.object(relatedPage),
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
