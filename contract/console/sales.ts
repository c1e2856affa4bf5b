import * as z from 'zod/mini';
import { instantSchema, listOf, pageQuery } from '../values.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';

/* Sums of orders and refunds, which name no account. They are exact, because operators do their accounts with them. Days are those of Korea. */

const EDITORS = ['owner', 'editor'] as const;

export const salesSteps = ['day', 'month'] as const;
export const soldKinds = ['title', 'plan'] as const;

const count = z.int().check(z.minimum(0));

const sums = {
  cnt_order: count.check(z.describe('paid orders, also those that were refunded later')),
  won: count.check(z.describe('what was paid for them')),
  cnt_refund: count.check(z.describe('orders refunded in this time, whenever they were paid')),
  won_refunded: count,
};

const salesSchema = z.object({
  counted_at: z.nullable(instantSchema).check(z.describe('the figures are complete up to this instant')),
  points: z
    .array(z.object({ at: z.string().check(z.describe('first day in Korea, `2026-11-28`')), ...sums }))
    .check(z.describe('28 days or 12 months, the last one unfinished')),
  total: z.object(sums),
});

const step = z._default(z.enum(salesSteps), 'day');

export const getSales = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/sales/`,
  summary: 'What was sold and refunded, by day or month',
  allowed: EDITORS,
  scope: 'figures.read',
  query: z.object({ step }),
  reply: salesSchema.register(z.globalRegistry, { id: 'Sales' }),
});

const soldSchema = z
  .object({
    id: z.nullable(z.int()).check(z.describe('null for orders of accounts that were erased before they were counted')),
    name: z.nullable(z.string()).check(z.describe('as now, or as it was sold; null without an id')),
    poster: z.nullable(z.string()).check(z.describe('address of the picture of a title that the catalogue has')),
    ...sums,
  })
  .register(z.globalRegistry, { id: 'Sold' });

/** A day or a month: `2026-11-28`, `2026-11`. */
const periodSchema = z
  .string()
  .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/), z.describe('a day or a month in Korea'));

export const listSold = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/sales/sold/`,
  summary:
    'What was sold of each title or membership in a day, a month, or all the days of `getSales`; the most won first',
  allowed: EDITORS,
  scope: 'figures.read',
  query: z.object({
    of: z._default(z.enum(soldKinds), 'title'),
    step,
    period: z.optional(periodSchema),
    ...pageQuery({ defaultLimit: 50 }),
  }),
  reply: listOf(soldSchema),
});

export type Sales = z.output<typeof salesSchema>;
export type SalesStep = (typeof salesSteps)[number];
export type Sold = z.output<typeof soldSchema>;
export type SoldKind = (typeof soldKinds)[number];
export type SoldQuery = z.output<typeof listSold.query>;
