import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { uuidSchema } from './values.ts';

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

export type PlayLogReport = z.output<typeof playLogReportSchema>;
