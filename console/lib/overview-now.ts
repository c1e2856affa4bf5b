import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getOverviewNow } from '#contract/console/overview.ts';
import { call } from './client.ts';

const KEY = ['overview', 'now'];

/** Reads current playbacks and troubles; all pages share one cached answer. */
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
