import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { catalogueIdTextSchema } from './values.ts';

/* A file of its own: televisions load it after home. */

export const addWish = endpoint({
  method: 'PUT',
  path: '/api/v1.0/items/:id/wish/',
  summary: 'Add a title to the wish list',
  tag: 'catalogue',
  auth: 'profile',
  params: z.object({ id: catalogueIdTextSchema }),
  reply: z.object({ is_wished: z.boolean() }),
  isIdempotent: true,
});

export const removeWish = endpoint({ ...addWish, method: 'DELETE', summary: 'Remove a title from the wish list' });
