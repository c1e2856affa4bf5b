import * as z from 'zod/mini';
import { itemSummarySchema } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { catalogueIdTextSchema, listOf, pageQuery } from './values.ts';

/* A file of its own, so that the television's first script does not load these calls. */

export const hideItem = endpoint({
  method: 'PUT',
  path: '/api/items/v1/:id/hidden/',
  summary: 'Hide a title from all rows and lists of the profile; search still finds it',
  tag: 'history',
  auth: 'profile',
  params: z.object({ id: catalogueIdTextSchema }),
  reply: z.object({ is_hidden: z.boolean() }),
  isIdempotent: true,
});

export const showItem = endpoint({ ...hideItem, method: 'DELETE', summary: 'Show a hidden title again' });

export const listHiddenItems = endpoint({
  method: 'GET',
  path: '/api/items/v1/hidden/',
  summary: 'The titles that the profile has hidden, the last one first',
  tag: 'history',
  auth: 'profile',
  query: z.object(pageQuery({ defaultLimit: 20 })),
  reply: listOf(itemSummarySchema),
});
