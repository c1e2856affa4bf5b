import { queryOptions } from '@tanstack/react-query';
import { getStatus } from '#contract/status.ts';
import type { Client } from './client/client.ts';

/** Poll interval while the service is unavailable, in ms. */
const ASK_AGAIN_MS = 3000;

/** The state of the service. Polled until it is available. */
export const statusQuery = (api: Client) =>
  queryOptions({
    queryKey: ['status'],
    queryFn: ({ signal }) => api.call(getStatus, {}, { signal }),
    retry: false,
    staleTime: Infinity,
    refetchInterval: ({ state }) => (state.data?.status === 'ok' ? false : ASK_AGAIN_MS),
    refetchIntervalInBackground: true,
  });
