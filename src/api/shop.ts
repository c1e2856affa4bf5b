import { queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  createOrder,
  getOrder,
  getPurchasable,
  listPlans,
  listProducts,
  orderPlan,
  type Plan,
  type Product,
} from '#contract/shop.ts';
import { myAccountQuery } from './accounts.ts';
import { WATCHED_KEY } from './catalogue.ts';
import type { Client } from './client/client.ts';

export type OrderProgress = Awaited<ReturnType<typeof findOrder>>;

/** Something to buy: a product of a title, or a membership. */
export type Offer =
  { readonly kind: 'product'; readonly product: Product } | { readonly kind: 'plan'; readonly plan: Plan };

const shopKey = (itemId: number) => ['shop', itemId] as const;

export const purchasableQuery = (api: Client, itemId: number) =>
  queryOptions({
    queryKey: [...shopKey(itemId), 'purchasable'],
    queryFn: ({ signal }) => api.call(getPurchasable, { query: { item_id: String(itemId) } }, { signal }),
  });

/** Products of a title as a whole, or of its episodes. */
export const productsQuery = (api: Client, itemId: number, type: 'item' | 'episode') =>
  queryOptions({
    queryKey: [...shopKey(itemId), 'products', type],
    queryFn: ({ signal }) =>
      api.call(
        listProducts,
        { query: { item_id: String(itemId), product_type: type, limit: type === 'item' ? '100' : '1000' } },
        { signal },
      ),
  });

/** Memberships for sale. */
export const plansQuery = (api: Client) =>
  queryOptions({
    queryKey: ['plans'],
    queryFn: ({ signal }) => api.call(listPlans, { query: { limit: '100' } }, { signal }),
  });

/** Orders a product or a membership; a repeated call returns the pending order. @throws ApiError */
export const placeOrder = (api: Client, offer: Offer) =>
  offer.kind === 'plan'
    ? api.call(orderPlan, { params: { id: String(offer.plan.id) } })
    : api.call(createOrder, { params: { id: String(offer.product.id) } });

/** State of an order. @throws ApiError */
export const findOrder = (api: Client, orderId: string) => api.call(getOrder, { params: { id: orderId } });

/** After a payment: invalidates everything that depends on the right to watch. */
export const refreshRights = (api: Client, queryClient: QueryClient, offer: Offer) =>
  Promise.all([
    offer.kind === 'plan'
      ? queryClient.invalidateQueries({ queryKey: myAccountQuery(api).queryKey })
      : queryClient.invalidateQueries({ queryKey: shopKey(offer.product.item_id) }),
    queryClient.invalidateQueries({ queryKey: [WATCHED_KEY] }),
    queryClient.invalidateQueries({ queryKey: ['purchases'] }),
  ]);
