import { queryOptions } from '@tanstack/react-query';
import { listWeek } from '#contract/week.ts';
import type { Client } from './client/client.ts';
import { WATCHED_KEY } from './catalogue.ts';

/** Stale at once, because the viewer begins and wishes titles on other screens. */
export const weekQuery = (api: Client) =>
  queryOptions({
    queryKey: [WATCHED_KEY, 'week'],
    queryFn: ({ signal }) => api.call(listWeek, {}, { signal }),
    staleTime: 0,
  });
