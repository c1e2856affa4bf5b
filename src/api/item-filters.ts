import { queryOptions } from '@tanstack/react-query';
import { listItemFilters } from '#contract/item-filters.ts';
import type { Client } from './client/client.ts';

export const itemFiltersQuery = (api: Client) =>
  queryOptions({
    queryKey: ['items', 'filters'],
    queryFn: ({ signal }) => api.call(listItemFilters, {}, { signal }),
    staleTime: 10 * 60_000,
  });
