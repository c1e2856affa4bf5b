import { queryOptions } from '@tanstack/react-query';
import { getEpisode, getItem, listEpisodes } from '#contract/catalogue.ts';
import { listHomeRows } from '#contract/home.ts';
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

export const episodeQuery = (api: Client, episodeId: number) =>
  queryOptions({
    queryKey: [WATCHED_KEY, 'episodes', episodeId],
    queryFn: ({ signal }) => api.call(getEpisode, { params: { id: String(episodeId) } }, { signal }),
  });
