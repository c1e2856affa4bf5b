import * as z from 'zod/mini';
import { itemSummarySchema } from './catalogue.ts';
import { endpoint } from './endpoint.ts';
import { catalogueIdSchema, catalogueIdTextSchema, instantSchema, listOf, pageQuery, uuidSchema } from './values.ts';

export const productTypeSchema = z.enum(['item', 'episode']);
export const productKindSchema = z.enum(['rental', 'own']);

export const productSchema = z
  .object({
    id: catalogueIdSchema,
    item_id: catalogueIdSchema,
    episode_id: z.nullable(catalogueIdSchema).check(z.describe('null for the whole title')),
    product_type: productTypeSchema,
    name: z.string(),
    kind: productKindSchema,
    rental_hours: z
      .nullable(z.int().check(z.minimum(1)))
      .check(z.describe('from the payment on; null when it is bought to keep')),
    price: z.int().check(z.minimum(0), z.describe('in won')),
    owned: z
      .nullable(z.object({ expires_at: z.nullable(instantSchema) }))
      .check(z.describe('what the account has already: as much as this product gives, or more')),
  })
  .register(z.globalRegistry, { id: 'Product' });

export const orderStatusSchema = z.enum(['pending', 'paid', 'cancelled', 'expired']);

export const planSchema = z
  .object({
    id: catalogueIdSchema,
    plan: z.enum(['basic', 'premium']),
    name: z.string(),
    price: z.int().check(z.minimum(0), z.describe('in won')),
    days: z.int().check(z.minimum(1)),
    full_price: z.nullable(z.int()).check(z.describe('in won; null without a discount, which `price` has already')),
    max_streams: z.int().check(z.minimum(1), z.describe('devices that may play at once')),
  })
  .register(z.globalRegistry, { id: 'Plan' });

const placedOrderSchema = z.object({
  id: uuidSchema,
  status: z.enum(['pending', 'paid']),
  checkout_url: z.nullable(z.string()).check(z.describe('null for an order that is paid')),
  expires_in: z.int().check(z.minimum(0), z.describe('seconds to pay')),
});

export const getPurchasable = endpoint({
  method: 'GET',
  path: '/api/items/v1/purchasable/',
  summary: 'Whether a title is for sale or rent, and its lowest price',
  tag: 'shop',
  auth: 'profile',
  query: z.object({ item_id: catalogueIdTextSchema }),
  reply: z.object({
    is_purchasable: z.boolean(),
    min_price: z.nullable(z.int().check(z.minimum(0))),
    cnt_product: z.int().check(z.minimum(0)),
  }),
});

export const listProducts = endpoint({
  method: 'GET',
  path: '/api/products/v1/list/',
  summary: 'The products of a title',
  tag: 'shop',
  auth: 'profile',
  query: z.object({
    item_id: catalogueIdTextSchema,
    product_type: z.optional(productTypeSchema).check(z.describe('both when left out')),
    ...pageQuery({ defaultLimit: 100, maximumLimit: 1000 }),
  }),
  reply: listOf(productSchema),
});

export const createOrder = endpoint({
  method: 'POST',
  path: '/api/products/v1/:id/orders/',
  summary:
    'Order a product and pay on a phone at the address in the answer; 200 with the earlier order if the account owns it',
  tag: 'shop',
  auth: 'profile',
  params: z.object({ id: catalogueIdTextSchema }),
  reply: placedOrderSchema,
  status: 201,
  isExisting: ({ status }: { status: string }) => status === 'paid',
  // A repeated call answers the pending order.
  isIdempotent: true,
});

export const listPlans = endpoint({
  method: 'GET',
  path: '/api/memberships/v1/plans/',
  summary: 'Memberships for sale; none while nothing can be paid',
  tag: 'shop',
  auth: 'account',
  query: z.object(pageQuery({ defaultLimit: 20 })),
  reply: listOf(planSchema),
});

export const orderPlan = endpoint({
  method: 'POST',
  path: '/api/memberships/v1/plans/:id/orders/',
  summary: 'Order a membership and pay on a phone at the address in the answer',
  tag: 'shop',
  auth: 'profile',
  params: z.object({ id: catalogueIdTextSchema }),
  reply: placedOrderSchema,
  status: 201,
  // A repeated call answers the pending order.
  isIdempotent: true,
});

export const getOrder = endpoint({
  method: 'GET',
  path: '/api/orders/v1/:id/',
  summary: 'The state of an order; a refunded one is cancelled',
  tag: 'shop',
  auth: 'account',
  params: z.object({ id: uuidSchema }),
  reply: z.object({
    id: uuidSchema,
    status: orderStatusSchema,
    product: z.nullable(productSchema).check(z.describe('null for a membership')),
  }),
});

export const orderSchema = z
  .object({
    id: uuidSchema,
    status: orderStatusSchema,
    kind: z.enum(['rental', 'own', 'membership']),
    name: z.string().check(z.describe('of the product or plan, as it was sold')),
    price: z.int().check(z.minimum(0), z.describe('in won')),
    item: z.nullable(itemSummarySchema).check(z.describe('null for a membership, and for a title that is gone')),
    episode_id: z.nullable(catalogueIdSchema).check(z.describe('null for the whole title and for a membership')),
    created_at: instantSchema,
    purchased_at: z.nullable(instantSchema).check(z.describe('null for an order that was never paid')),
    expires_at: z.nullable(instantSchema).check(z.describe('end of what was bought; null when it has none')),
    is_refunded: z.boolean(),
  })
  .register(z.globalRegistry, { id: 'Order' });

export const listOrders = endpoint({
  method: 'GET',
  path: '/api/orders/v1/list/',
  summary:
    'Orders of the account, newest first; or the titles that it bought and may still watch, rentals first, ordered by expiry',
  tag: 'shop',
  auth: 'profile',
  query: z.object({
    show: z._default(z.enum(['all', 'watchable']), 'all'),
    ...pageQuery({ defaultLimit: 20 }),
  }),
  reply: listOf(orderSchema),
});

export type Product = z.output<typeof productSchema>;
export type Plan = z.output<typeof planSchema>;
export type Order = z.output<typeof orderSchema>;
export type OrderStatus = z.output<typeof orderStatusSchema>;
