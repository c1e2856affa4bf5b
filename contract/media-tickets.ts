import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { instantSchema, uuidSchema } from './values.ts';

/** The ticket part of a media address, and its lifetime. */
export const mediaTicketSchema = z
  .object({
    ticket: z.string().check(z.minLength(1), z.describe('one path segment, as it stands in media addresses')),
    expires_at: instantSchema,
    expires_in: z.int().check(z.minimum(0), z.describe('seconds from this answer on, for players whose date is wrong')),
  })
  .register(z.globalRegistry, { id: 'MediaTicket' });

export const renewMediaTicket = endpoint({
  method: 'POST',
  path: '/api/play_logs/:id/ticket/',
  summary: 'A short-lived ticket for the media addresses of a play log',
  tag: 'playback',
  auth: 'profile',
  params: z.object({ id: uuidSchema }),
  reply: mediaTicketSchema,
  isIdempotent: true,
});

export type MediaTicket = z.output<typeof mediaTicketSchema>;
