import * as z from 'zod/mini';
import { itemRequestSchema } from '../item-requests.ts';
import { catalogueIdSchema, catalogueIdTextSchema, instantSchema, listOf, pageQuery } from '../values.ts';
import { auditEntrySchema } from './audit.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';

const SUPPORT = ['owner', 'support'] as const;

const status = itemRequestSchema.shape.status;

export const requestedTitleSchema = z
  .object({
    title: z.object({ id: catalogueIdSchema, name: z.string() }),
    status: status.check(z.describe('as the viewers who asked see it')),
    cnt_request: z.int().check(z.describe('accounts that asked')),
    requested_at: instantSchema.check(z.describe('of the latest request')),
    told: z
      .nullable(z.object({ cnt_account: z.int(), is_done: z.boolean() }))
      .check(z.describe('accounts that were notified of the status so far; null when nobody is notified of it')),
    version: z.nullable(z.string()).check(z.describe('of the status; a change sends it back')),
    decisions: z.array(auditEntrySchema).check(z.describe('earlier ones, the newest first, at most five')),
  })
  .register(z.globalRegistry, { id: 'RequestedTitle' });

export const listedRequestSchema = z
  .object({ ...requestedTitleSchema.shape, poster: z.nullable(z.string()).check(z.describe('address of a picture')) })
  .register(z.globalRegistry, { id: 'ListedRequest' });

export const listRequestedTitles = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/requests/`,
  summary: 'Requested titles, those that most accounts ask for first',
  allowed: SUPPORT,
  query: z.object({ status: z.optional(status), ...pageQuery({ defaultLimit: 50 }) }),
  reply: listOf(listedRequestSchema),
});

const ofTitle = { params: z.object({ id: catalogueIdTextSchema }) };

export const getRequestedTitle = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/requests/:id/`,
  summary: 'A requested title with its status',
  allowed: SUPPORT,
  ...ofTitle,
  reply: requestedTitleSchema,
});

export const setRequestStatus = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/requests/:id/status/`,
  summary: 'Set the status of a requested title, for all who asked and will ask',
  allowed: SUPPORT,
  ...ofTitle,
  body: z.object({ status, version: z.nullable(z.string()) }),
  reply: requestedTitleSchema,
});

export type RequestedTitle = z.output<typeof requestedTitleSchema>;
export type ListedRequest = z.output<typeof listedRequestSchema>;
export type RequestStatus = RequestedTitle['status'];
