import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  getEpisode,
  getItem,
  listEpisodes,
  listRelatedItems,
  listSeriesItems,
  listThemesOfItem,
  type Episode,
} from '#contract/catalogue.ts';
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

export const seriesQuery = (api: Client, itemId: number) =>
  queryOptions({
    queryKey: ['items', itemId, 'series'],
    queryFn: ({ signal }) =>
      api.call(listSeriesItems, { params: { id: String(itemId) }, query: { limit: '1000' } }, { signal }),
  });

const RELATED_LIMIT = '1000';

/** Similar titles and the others of its series, fetched together. */
export const relativesQuery = (api: Client, itemId: number) =>
  queryOptions({
    queryKey: ['items', itemId, 'relatives'],
    async queryFn({ signal }) {
      const request = { params: { id: String(itemId) }, query: { limit: RELATED_LIMIT } };
      const [related, series] = await Promise.all([
        api.call(listRelatedItems, request, { signal }),
        api.call(listSeriesItems, request, { signal }),
      ]);
      return { related: related.results, series: series.results };
    },
  });

export const themesOfItemQuery = (api: Client, itemId: number) =>
  queryOptions({
    queryKey: ['items', itemId, 'themes'],
    queryFn: ({ signal }) => api.call(listThemesOfItem, { params: { id: String(itemId) }, query: {} }, { signal }),
  });

/** Page size that covers every title of the catalogue. */
const EPISODES_LIMIT = 1000;

export const episodesQuery = (api: Client, itemId: number) =>
  queryOptions({
    queryKey: [WATCHED_KEY, 'items', itemId, 'episodes'],
    queryFn: ({ signal }) =>
      api.call(
        listEpisodes,
        { query: { item_id: String(itemId), show_playback_offset: 'true', limit: String(EPISODES_LIMIT) } },
        { signal },
      ),
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
