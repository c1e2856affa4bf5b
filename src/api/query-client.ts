import { QueryClient } from '@tanstack/react-query';
import { isTimeout, isTransient } from './api-error.ts';

/** Tries after the first one, for failures that may pass. */
const RETRIES = 2;

/** How long an answer counts as fresh; older ones are shown and asked for again behind the screen, in ms. */
const FRESH_MS = 30_000;

/** Answers stay long enough that Back finds its screen complete, in ms. */
const KEPT_MS = 30 * 60_000;

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        gcTime: KEPT_MS,
        // Televisions report `navigator.onLine` wrongly; the truth is a request that fails.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        // Who waited in vain once is told so, not left to wait again.
        retry: (failures, error) => failures < RETRIES && isTransient(error) && !isTimeout(error),
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
