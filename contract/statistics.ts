import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { secondsSchema } from './values.ts';

/* A file of its own: televisions load it after home. */

const playTimeSchema = secondsSchema.check(z.describe('seconds watched'));

export const profileStatisticsSchema = z
  .object({
    total_play_time: playTimeSchema,
    cnt_episode: z.int().check(z.minimum(0)),
    cnt_item: z.int().check(z.minimum(0)),
    cnt_rating: z.int().check(z.minimum(0)),
    cnt_short_review: z.int().check(z.minimum(0)),
    by_genre: z
      .array(z.object({ genre: z.string(), play_time: playTimeSchema }))
      .check(z.describe('the most watched first')),
    by_day: z
      .array(z.object({ date: z.iso.date(), play_time: playTimeSchema }))
      .check(z.describe('the last 28 days in Korea, today last')),
  })
  .register(z.globalRegistry, { id: 'ProfileStatistics' });

export const getMyStatistics = endpoint({
  method: 'GET',
  path: '/api/profiles/v1/my_profile/statistics/',
  summary: 'Viewing statistics of the token’s profile',
  tag: 'profiles',
  auth: 'profile',
  reply: profileStatisticsSchema,
});

export type ProfileStatistics = z.output<typeof profileStatisticsSchema>;
