import * as z from 'zod/mini';
import {
  catalogueIdSchema,
  catalogueIdTextSchema,
  freeTextSchema,
  instantSchema,
  listOf,
  pageQuery,
  writtenTextSchema,
} from '../values.ts';
import { CONSOLE_PATH, consoleEndpoint } from './endpoint.ts';

const EDITORS = ['owner', 'editor'] as const;

/** Limits of the price of a plan or a product, in won. */
export const LEAST_PRICE = 100;
export const MOST_PRICE = 1_000_000;
/** Most days of a membership. */
export const MOST_DAYS = 3660;

export const offerStates = ['sold', 'scheduled', 'paused', 'ended'] as const;

const priceSchema = z.int().check(z.minimum(LEAST_PRICE), z.maximum(MOST_PRICE), z.describe('in won'));
const daysSchema = z.int().check(z.minimum(1), z.maximum(MOST_DAYS));

/** When something is for sale. */
const saleTerms = {
  is_paused: z.boolean().check(z.describe('not for sale until an operator resumes it')),
  starts_at: z.nullable(instantSchema).check(z.describe('null: from the beginning')),
  ends_at: z.nullable(instantSchema).check(z.describe('exclusive; null: without an end')),
};

const shownOffer = {
  state: z.enum(offerStates),
  version: z.string().check(z.describe('of its fields; a change sends it back')),
};

const COMING = 'what it costs from an instant on; null without a planned change';

export const operatedPlanSchema = z
  .object({
    id: catalogueIdSchema,
    plan: z.enum(['basic', 'premium']),
    name: z.string(),
    price: z.int().check(z.describe('in won')),
    days: z.int(),
    ...saleTerms,
    coming: z
      .nullable(z.object({ from: instantSchema, name: z.string(), price: z.int(), days: z.int() }))
      .check(z.describe(COMING)),
    ...shownOffer,
  })
  .register(z.globalRegistry, { id: 'OperatedPlan' });

export const operatedProductSchema = z
  .object({
    id: catalogueIdSchema,
    item: z.object({ id: catalogueIdSchema, name: z.string() }),
    episode_num: z.nullable(z.string()).check(z.describe('null for the whole title')),
    name: z.string(),
    kind: z.enum(['rental', 'own']),
    rental_hours: z.nullable(z.int()),
    price: z.int().check(z.describe('in won')),
    ...saleTerms,
    coming: z.nullable(z.object({ from: instantSchema, name: z.string(), price: z.int() })).check(z.describe(COMING)),
    ...shownOffer,
  })
  .register(z.globalRegistry, { id: 'OperatedProduct' });

export const listedProductSchema = z
  .object({ ...operatedProductSchema.shape, poster: z.nullable(z.string()).check(z.describe('address of a picture')) })
  .register(z.globalRegistry, { id: 'ListedProduct' });

const filters = {
  keyword: z.optional(freeTextSchema(80)),
  state: z.optional(z.enum(offerStates)),
  ...pageQuery({ defaultLimit: 50 }),
};
const ofOffer = { params: z.object({ id: catalogueIdTextSchema }) };
const nameSchema = (maximum: number) => writtenTextSchema({ maximum });

export const listOperatedPlans = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/plans/`,
  summary: 'Memberships for sale, in their order',
  allowed: EDITORS,
  query: z.object(filters),
  reply: listOf(operatedPlanSchema),
});

const planFields = { name: nameSchema(40), price: priceSchema, days: daysSchema };

export const addPlan = consoleEndpoint({
  method: 'POST',
  path: `${CONSOLE_PATH}/plans/`,
  summary: 'Add a membership for sale',
  allowed: EDITORS,
  body: z.object({ plan: z.enum(['basic', 'premium']), ...planFields, ...saleTerms }),
  reply: operatedPlanSchema,
  status: 201,
});

export const changePlan = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/plans/:id/`,
  summary: 'Change a membership for sale, now or from an instant on; orders keep what they were placed for',
  allowed: EDITORS,
  ...ofOffer,
  body: z.object({
    ...planFields,
    ...saleTerms,
    coming: z.nullable(z.object({ from: instantSchema, ...planFields })),
    version: z.string(),
  }),
  reply: operatedPlanSchema,
});

export const listOperatedProducts = consoleEndpoint({
  method: 'GET',
  path: `${CONSOLE_PATH}/products/`,
  summary: 'Products of all titles, in the order of the catalogue',
  allowed: EDITORS,
  query: z.object(filters),
  reply: listOf(listedProductSchema),
});

const productFields = { name: nameSchema(80), price: priceSchema };

export const changeProduct = consoleEndpoint({
  method: 'PUT',
  path: `${CONSOLE_PATH}/products/:id/`,
  summary: 'Change a product, now or from an instant on; orders keep what they were placed for',
  allowed: EDITORS,
  ...ofOffer,
  body: z.object({
    ...productFields,
    ...saleTerms,
    coming: z.nullable(z.object({ from: instantSchema, ...productFields })),
    version: z.string(),
  }),
  reply: operatedProductSchema,
});

export type OperatedPlan = z.output<typeof operatedPlanSchema>;
export type OperatedProduct = z.output<typeof operatedProductSchema>;
export type ListedProduct = z.output<typeof listedProductSchema>;
export type OfferState = (typeof offerStates)[number];
export type OfferQuery = z.output<typeof listOperatedPlans.query>;
export type NewPlan = z.output<typeof addPlan.body>;
export type PlanChange = z.output<typeof changePlan.body>;
export type ProductChange = z.output<typeof changeProduct.body>;
