import { queryOptions } from '@tanstack/react-query';
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

/** A page of a title's episodes; `page` counts from 0. */
export interface EpisodePage {
  readonly page: number;
  readonly count: number;
  readonly results: readonly Episode[];
  /** On the first page: seasons within the title, in the oldest order. */
  readonly seasons?: readonly Season[] | undefined;
}

export interface Season {
  readonly name: string;
  readonly first: number;
  readonly count: number;
}

/** Every page is a query of its own, so that a far episode needs no pages before it. */
export const episodePageQuery = (api: Client, itemId: number, sort: EpisodeSort, page = 0) =>
  queryOptions({
    queryKey: [WATCHED_KEY, 'items', itemId, 'episodes', sort, page],
    queryFn: async ({ signal }): Promise<EpisodePage> => {
      const offset = String(page * EPISODES_PAGE);
      const query = { item_id: String(itemId), sort, limit: String(EPISODES_PAGE), offset };
      return { page, ...(await api.call(listEpisodes, { query }, { signal })) };
    },
  });

/** Asks once, apart from `episodeQuery`: a query is aborted when the last component that shows it disappears. */
export const requestEpisode = (api: Client, episodeId: number, signal?: AbortSignal) =>
  api.call(getEpisode, { params: { id: String(episodeId) } }, { signal });

export const episodeQuery = (api: Client, episodeId: number) =>
  queryOptions({
    queryKey: [WATCHED_KEY, 'episodes', episodeId],
    queryFn: ({ signal }) => requestEpisode(api, episodeId, signal),
  });
