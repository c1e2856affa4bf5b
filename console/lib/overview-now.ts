import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getOverviewNow } from '#contract/console/overview.ts';
import { call } from './client.ts';

const KEY = ['overview', 'now'];

/** What is played now and what is wrong with the service: one answer for every place that tells it. */
export function useOverviewNow(refreshMs: number) {
  const queries = useQueryClient();
  return useQuery({
    queryKey: KEY,
    // Repeated by the page itself, except for the first time.
    queryFn: ({ signal }) =>
      call(getOverviewNow, {}, { signal, isBackground: queries.getQueryData(KEY) !== undefined }),
    refetchInterval: refreshMs,
  });
}
