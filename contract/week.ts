import * as z from 'zod/mini';
import { itemSummarySchema } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { instantSchema, listOf } from './values.ts';

/* A file of its own: televisions load it after home. */

export const weekTitleSchema = z
  .object({
    item: itemSummarySchema,
    weekday: z.int().check(z.minimum(0), z.maximum(6), z.describe('0 is Sunday')),
    latest: z
      .nullable(z.object({ episode_num: z.string(), published_at: instantSchema }))
      .check(z.describe('the last episode that is out')),
    is_followed: z
      .boolean()
      .check(z.describe('the profile wished the title, or began it and did not take it out of the begun titles since')),
  })
  .register(z.globalRegistry, { id: 'WeekTitle' });

/** Titles of one weekday in the answer: its most popular ones. */
export const WEEKDAY_TITLES = 60;

export const listWeek = endpoint({
  method: 'GET',
  path: '/api/items/v1/week/',
  summary: `Titles that air weekly, by weekday: the ${WEEKDAY_TITLES} most popular of each day`,
  tag: 'catalogue',
  auth: 'profile',
  reply: listOf(weekTitleSchema).check(z.describe('`count` includes the titles beyond those of each day')),
});

export type WeekTitle = z.output<typeof weekTitleSchema>;
