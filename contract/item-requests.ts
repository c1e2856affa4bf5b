import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { catalogueIdTextSchema } from './values.ts';

/* A file of its own: televisions load it after home. */

export const itemRequestSchema = z
  .object({
    status: z.enum(['requested', 'reviewing', 'accepted', 'declined']),
    cnt_request: z.int().check(z.minimum(0)),
  })
  .register(z.globalRegistry, { id: 'ItemRequest' });

export const getItemRequest = endpoint({
  method: 'GET',
  path: '/api/v1.0/items/:id/request/',
  summary: 'The state of the account’s request for a title; empty without a request',
  tag: 'catalogue',
  auth: 'profile',
  params: z.object({ id: catalogueIdTextSchema }),
  reply: itemRequestSchema,
  mayBeEmpty: true,
});

export const askForItem = endpoint({
  ...getItemRequest,
  method: 'POST',
  summary: 'Request a title',
  isIdempotent: true,
});

export type ItemRequest = z.output<typeof itemRequestSchema>;
