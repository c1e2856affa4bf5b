import { QueryClient } from '@tanstack/react-query';
import { isTimeout, isTransient } from './api-error.ts';

/** Retries of failures that may pass. */
const RETRIES = 2;

/** Answers are fresh for this long, in ms; older ones are shown and revalidated in the background. */
const FRESH_MS = 30_000;

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        // Visits below the current one keep their answers without a time limit; src/app/visits/visit-cache.ts collects the others.
        gcTime: Infinity,
        // Televisions report `navigator.onLine` wrongly; only a failed request is reliable.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        // Do not retry timeouts; show the error.
        retry: (failures, error) => failures < RETRIES && isTransient(error) && !isTimeout(error),
        retryDelay: (failures) => 500 * 2 ** failures,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
