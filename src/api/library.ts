import { queryOptions } from '@tanstack/react-query';
import { getMyStatistics } from '#contract/statistics.ts';
import { listRatingSet, type RatedItem } from '#contract/reviews.ts';
import { listOrders, type Order } from '#contract/shop.ts';
import { WATCHED_KEY } from './catalogue.ts';
import type { Client } from './client/client.ts';
import { GRID_PAGE, LARGEST_PAGE, page, type PagedList } from './lists.ts';

export type RatingSetSorting = 'recent' | 'score' | 'name';

/** @param userId id of the own profile */
export const ratingSetList = (
  api: Client,
  userId: string,
  type: 'rated' | 'wished',
  sorting: RatingSetSorting,
): PagedList<RatedItem> => ({
  key: ['rating-set', userId, type, sorting],
  pageSize: LARGEST_PAGE,
  isPersonal: true,
  load: (offset, signal) =>
    api.call(
      listRatingSet,
      { params: { userId, type }, query: { sorting, ...page(LARGEST_PAGE, offset) } },
      { signal },
    ),
});

/** An order of a title that the account may still watch. */
export type Purchase = Order & { readonly item: NonNullable<Order['item']> };

export const purchaseList = (api: Client): PagedList<Purchase> => ({
  key: ['purchases'],
  pageSize: GRID_PAGE,
  isPersonal: true,
  async load(offset, signal) {
    const query = { show: 'watchable', ...page(GRID_PAGE, offset) } as const;
    const { count, results } = await api.call(listOrders, { query }, { signal });
    return { count, results: results.filter((order): order is Purchase => order.item !== null) };
  },
});

export const statisticsQuery = (api: Client) =>
  queryOptions({
    queryKey: [WATCHED_KEY, 'statistics'],
    queryFn: ({ signal }) => api.call(getMyStatistics, {}, { signal }),
    staleTime: 0,
  });
