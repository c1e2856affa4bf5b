import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { instantSchema, uuidSchema } from './values.ts';

/** Text of a time; whether it is `HH:MM:SS` is the play log's rule, so that it gets the play log's code. */
const hmsTextSchema = z.string().check(z.maxLength(20), z.describe('HH:MM:SS, hours may pass 99'));

export const playLogReportSchema = z.object({
  total_play_time: hmsTextSchema,
  play_end_offset: hmsTextSchema,
  is_player_exit: z.boolean(),
});

export const updatePlayLog = endpoint({
  method: 'PATCH',
  path: '/api/play_logs/:id/',
  summary: 'Report how long was watched and where playback stands',
  tag: 'playback',
  auth: 'profile',
  params: z.object({ id: uuidSchema }),
  body: playLogReportSchema,
  reply: z.object({ id: uuidSchema, total_play_time: hmsTextSchema, play_end_offset: hmsTextSchema }),
  isIdempotent: true,
});

/** The part of a media address that carries the right, and how long that lasts. */
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
  summary: 'A ticket for the media addresses of a play log, for the next minutes',
  tag: 'playback',
  auth: 'profile',
  params: z.object({ id: uuidSchema }),
  reply: mediaTicketSchema,
  isIdempotent: true,
});

export type MediaTicket = z.output<typeof mediaTicketSchema>;
export type PlayLogReport = z.output<typeof playLogReportSchema>;
