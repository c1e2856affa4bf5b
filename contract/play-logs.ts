import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { uuidSchema, watchSecondsLeftSchema } from './values.ts';

/** Accepts any text: the play-log rules check for `HH:MM:SS`, so that the failure gets the play log's code. */
const hmsTextSchema = z
  .string()
  .check(z.maxLength(20), z.describe('HH:MM:SS, hours may pass 99'))
  .register(z.globalRegistry, {
    documentedAs: { type: 'string', maxLength: 20, pattern: '^\\d{2,}:[0-5]\\d:[0-5]\\d$' },
  });

export const playLogReportSchema = z.object({
  total_play_time: hmsTextSchema,
  play_end_offset: hmsTextSchema,
  is_player_exit: z.boolean(),
});

export const updatePlayLog = endpoint({
  method: 'PATCH',
  path: '/api/play_logs/:id/',
  summary: 'Report the watched time and the position',
  tag: 'playback',
  auth: 'profile',
  params: z.object({ id: uuidSchema }),
  body: playLogReportSchema,
  reply: z.object({
    id: uuidSchema,
    total_play_time: hmsTextSchema,
    play_end_offset: hmsTextSchema,
    watch_seconds_left: watchSecondsLeftSchema,
  }),
  isIdempotent: true,
});

export type PlayLogReport = z.output<typeof playLogReportSchema>;
