import { QueryClient } from '@tanstack/react-query';
import { retryAfterMs } from '#src/lib/retry-after.ts';
import { isTimeout, isTransient } from './api-error.ts';

/** Retries of failures that may pass. */
const RETRIES = 2;

/** A server that asks for a longer wait is not asked again by itself, in ms: the viewer sees the error. */
const LONGEST_WAIT_MS = 10_000;

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
        retry: (failures, error) =>
          failures < RETRIES && isTransient(error) && !isTimeout(error) && retryAfterMs(error) <= LONGEST_WAIT_MS,
        retryDelay: (failures, error) => Math.max(500 * 2 ** failures, retryAfterMs(error)),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
