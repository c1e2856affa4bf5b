import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import type { Episode } from '#contract/catalogue.ts';
import { WATCHED_KEY, type EpisodeSort } from '#src/api/catalogue.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { useLatest } from '#src/lib/use-latest.ts';
import { findEpisodeIndex, loadEpisodePage, wantedEpisode } from './find-episode.ts';
import type { EpisodeListQuery } from './use-episode-list.ts';

export interface BeginOptions {
  readonly itemId: number;
  readonly list: EpisodeListQuery;
  /** The episode at which the row begins; null for the first one. */
  readonly target: Pick<Episode, 'id' | 'order'> | null | undefined;
}

const SORT: EpisodeSort = 'oldest';

/** Finds and loads the episode at which a row from the oldest begins; after a failure that is the first one. */
export function useBegin({ itemId, list, target }: BeginOptions) {
  const api = useApi();
  const queryClient = useQueryClient();
  const found = useQuery({
    queryKey: [WATCHED_KEY, 'items', itemId, 'index-of', target?.id ?? 0],
    queryFn: () =>
      target ? findEpisodeIndex(loadEpisodePage(api, queryClient, itemId, SORT), wantedEpisode(target), SORT) : null,
    enabled: !!target,
  });
  const index = (target && found.data) || 0;
  const latest = useLatest(list);
  useLayoutEffect(() => latest.current.reach(index), [latest, index]);
  const { data, error } = list;
  // The list may have lost the episode since the title was read.
  const isListed = error !== null || (data !== undefined && (index >= data.count || data.at(index) !== undefined));
  return { index, isReady: !target || (found.status !== 'pending' && isListed) };
}
