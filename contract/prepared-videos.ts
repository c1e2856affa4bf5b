import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { streamSchema } from './playback.ts';
import { catalogueIdSchema, catalogueIdTextSchema, instantSchema, secondsSchema } from './values.ts';

export const getPreparedVideo = endpoint({
  method: 'GET',
  path: '/api/episodes/v2/:id/prepared-video/',
  summary: 'What a player may load before the viewer plays an episode; opens no play log and counts for nothing',
  tag: 'playback',
  auth: 'profile',
  params: z.object({ id: catalogueIdTextSchema }),
  reply: z.object({
    episode_id: catalogueIdSchema,
    resume_offset: secondsSchema,
    expires_at: instantSchema.check(z.describe('end of the addresses: they last for seconds')),
    streams: z
      .array(streamSchema)
      .check(
        z.describe(
          'as in Video, without the protected ones; their addresses open a few megabytes: the manifest and the first segments',
        ),
      ),
  }),
  carriesSecret: true,
  isOptional: true,
});

export type PreparedVideo = z.output<typeof getPreparedVideo.reply>;
