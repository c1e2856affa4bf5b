import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { catalogueIdTextSchema } from './values.ts';

/* A file of its own: televisions load it after home. */

export const removeStartAgain = endpoint({
  method: 'DELETE',
  path: '/api/items/v1/:id/start-again/',
  summary: 'Hide a title from the unfinished ones until it is watched again; offsets stay',
  tag: 'catalogue',
  auth: 'profile',
  params: z.object({ id: catalogueIdTextSchema }),
  reply: z.object({ is_removed: z.boolean() }),
  isIdempotent: true,
});

export const restoreStartAgain = endpoint({
  ...removeStartAgain,
  method: 'PUT',
  summary: 'Undo hiding a title from the unfinished ones',
});
