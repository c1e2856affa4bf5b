import { queryOptions } from '@tanstack/react-query';
import { listEpisodes } from '#contract/catalogue.ts';
import type { OpeningRow } from '#contract/playback.ts';
import { listRelatedItems, listSeriesItems, listThemesOfItem } from '#contract/related.ts';
import { WATCHED_KEY } from './catalogue.ts';
import type { Client } from './client/client.ts';

export const seriesQuery = (api: Client, itemId: number) =>
  queryOptions({
    queryKey: ['items', itemId, 'series'],
    queryFn: ({ signal }) =>
      api.call(listSeriesItems, { params: { id: String(itemId) }, query: { limit: '1000' } }, { signal }),
  });

export const themesOfItemQuery = (api: Client, itemId: number) =>
  queryOptions({
    queryKey: ['items', itemId, 'themes'],
    queryFn: ({ signal }) => api.call(listThemesOfItem, { params: { id: String(itemId) }, query: {} }, { signal }),
  });

const RELATED_LIMIT = '1000';

/** Similar titles and the others of its series, fetched together. @param row in which the viewer chose the title, for sums */
export const relativesQuery = (api: Client, itemId: number, row?: OpeningRow) =>
  queryOptions({
    queryKey: ['items', itemId, 'relatives'],
    async queryFn({ signal }) {
      const request = { params: { id: String(itemId) }, query: { limit: RELATED_LIMIT } };
      const [related, series] = await Promise.all([
        api.call(listRelatedItems, { ...request, query: { ...request.query, row } }, { signal }),
        api.call(listSeriesItems, request, { signal }),
      ]);
      return { related: related.results, series: series.results };
    },
  });

/** Titles that fit into a row without paging. */
const AFTER_LIMIT = '12';

/** What to watch after a title: the most similar ones that the profile has not finished. */
export const afterQuery = (api: Client, itemId: number) =>
  queryOptions({
    queryKey: ['items', itemId, 'after'],
    queryFn: ({ signal }) =>
      api.call(listRelatedItems, { params: { id: String(itemId) }, query: { limit: AFTER_LIMIT } }, { signal }),
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
