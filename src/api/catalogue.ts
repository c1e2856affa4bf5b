import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  addWish,
  askForItem,
  getEpisode,
  getItem,
  getItemRequest,
  listEpisodes,
  listRelatedItems,
  listSeriesItems,
  listThemesOfItem,
  removeWish,
  type Episode,
  type Item,
} from '#contract/catalogue.ts';
import { listHomeRows } from '#contract/home.ts';
import { createSettling } from '#src/lib/settler.ts';
import type { Client } from './client.ts';

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

/** Titles like this one and the others of its series, fetched together. */
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

/** What became of the account's request for a title; null where it never asked. */
export const itemRequestQuery = (api: Client, itemId: number) =>
  queryOptions({
    queryKey: ['items', itemId, 'request'],
    queryFn: async ({ signal }) =>
      (await api.call(getItemRequest, { params: { id: String(itemId) } }, { signal })) ?? null,
  });

/** Asks for a title. @throws ApiError */
export async function requestItem(api: Client, queryClient: QueryClient, itemId: number) {
  const asked = (await api.call(askForItem, { params: { id: String(itemId) } })) ?? null;
  queryClient.setQueryData(itemRequestQuery(api, itemId).queryKey, asked);
  return asked;
}

const settleWish = createSettling<boolean>();

/** Keeps a title for later, or no more: shown at once, put back when the server refuses. */
export function toggleWish(
  api: Client,
  queryClient: QueryClient,
  item: Item,
  onFailure: (error: unknown) => void,
): void {
  const params = { id: String(item.id) };
  const settler = settleWish(queryClient, String(item.id), item.my.is_wished, {
    send: async (wanted) => (await api.call(wanted ? addWish : removeWish, { params })).is_wished,
    isSame: (one, other) => one === other,
    show: (is_wished) =>
      queryClient.setQueryData(itemQuery(api, item.id).queryKey, (known) =>
        known ? { ...known, my: { ...known.my, is_wished } } : known,
      ),
    onFailure,
  });
  // By what was wanted last: a second press may come before the first one is drawn.
  settler.want(!settler.wanted());
}

/** Episodes of one page at most; titles of the catalogue have fewer than this. */
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

/** Episodes of a page (service.md, section 3). */
export const EPISODES_PAGE = 20;

export type EpisodeSort = 'oldest' | 'latest';

interface EpisodePage {
  readonly count: number;
  readonly results: Episode[];
}

/** Episodes in pages; the next offset is how many there are. */
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
