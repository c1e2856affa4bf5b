import { queryOptions } from '@tanstack/react-query';
import { getMyStatistics } from '#contract/profiles.ts';
import { listRatingSet, type RatedItem } from '#contract/reviews.ts';
import { listPurchases, type Purchase } from '#contract/shop.ts';
import { WATCHED_KEY } from './catalogue.ts';
import type { Client } from './client.ts';
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

export const purchaseList = (api: Client): PagedList<Purchase> => ({
  key: ['purchases'],
  pageSize: GRID_PAGE,
  isPersonal: true,
  load: (offset, signal) => api.call(listPurchases, { query: page(GRID_PAGE, offset) }, { signal }),
});

export const statisticsQuery = (api: Client) =>
  queryOptions({
    queryKey: [WATCHED_KEY, 'statistics'],
    queryFn: ({ signal }) => api.call(getMyStatistics, {}, { signal }),
    staleTime: 0,
  });
