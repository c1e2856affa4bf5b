import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { getEpisode, getItem, listEpisodes, type Episode } from '#contract/catalogue.ts';
import { listHomeRows } from '#contract/home.ts';
import type { Client } from './client/client.ts';

/** Everything under this key depends on what the profile has watched. */
export const WATCHED_KEY = 'watched';

export const homeRowsQuery = (api: Client) =>
  queryOptions({ queryKey: [WATCHED_KEY, 'home'], queryFn: ({ signal }) => api.call(listHomeRows, {}, { signal }) });

export const itemQuery = (api: Client, itemId: number) =>
  queryOptions({
    queryKey: [WATCHED_KEY, 'items', itemId],
    queryFn: ({ signal }) => api.call(getItem, { params: { id: String(itemId) } }, { signal }),
  });

/** Page size of episodes (service.md, section 3). */
export const EPISODES_PAGE = 20;

export type EpisodeSort = 'oldest' | 'latest';

interface EpisodePage {
  readonly count: number;
  readonly results: Episode[];
}

/** Episodes in pages; the next offset is the number of loaded ones. */
export const episodePagesQuery = (api: Client, itemId: number, sort: EpisodeSort) =>
  infiniteQueryOptions({
    queryKey: [WATCHED_KEY, 'items', itemId, 'episodes', sort],
    queryFn: ({ pageParam, signal }): Promise<EpisodePage> =>
      api.call(
        listEpisodes,
        {
          query: {
            item_id: String(itemId),
            sort,
            limit: String(EPISODES_PAGE),
            show_playback_offset: 'true',
            offset: String(pageParam),
          },
        },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam(last: EpisodePage, pages: EpisodePage[]) {
      const loaded = pages.reduce((sum, { results }) => sum + results.length, 0);
      return last.results.length > 0 && loaded < last.count ? loaded : undefined;
    },
  });

export const episodeQuery = (api: Client, episodeId: number) =>
  queryOptions({
    queryKey: [WATCHED_KEY, 'episodes', episodeId],
    queryFn: ({ signal }) => api.call(getEpisode, { params: { id: String(episodeId) } }, { signal }),
  });
