import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { createOrder, getOrder, getPurchasable, listProducts } from '#contract/shop.ts';
import { WATCHED_KEY } from './catalogue.ts';
import type { Client } from './client.ts';

export type OrderProgress = Awaited<ReturnType<typeof findOrder>>;

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

/** Orders a product; a repeated call returns the pending order. @throws ApiError */
export const orderProduct = (api: Client, productId: number) =>
  api.call(createOrder, { params: { id: String(productId) } });

/** State of an order. @throws ApiError */
export const findOrder = (api: Client, orderId: string) => api.call(getOrder, { params: { id: orderId } });

/** After a payment: invalidates everything that depends on the right to watch. */
export const refreshRights = (queryClient: QueryClient, itemId: number) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: shopKey(itemId) }),
    queryClient.invalidateQueries({ queryKey: [WATCHED_KEY] }),
    queryClient.invalidateQueries({ queryKey: ['purchases'] }),
  ]);
