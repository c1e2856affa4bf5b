import { queryOptions } from '@tanstack/react-query';
import { getStatus } from '#contract/status.ts';
import type { Client } from './client.ts';

/** Time between two questions while the service cannot be used, in ms. */
const ASK_AGAIN_MS = 3000;

/** How the service is. Asked again by itself until it can be used. */
export const statusQuery = (api: Client) =>
  queryOptions({
    queryKey: ['status'],
    queryFn: ({ signal }) => api.call(getStatus, {}, { signal }),
    retry: false,
    staleTime: Infinity,
    refetchInterval: ({ state }) => (state.data?.status === 'ok' ? false : ASK_AGAIN_MS),
    refetchIntervalInBackground: true,
  });
