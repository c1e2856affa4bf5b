import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { getEpisodeTracks, type EpisodeTracks } from '#contract/console/tracks.ts';
import { call } from '../../lib/client.ts';

/** While a sound is made, in ms. */
const SOUND_EVERY_MS = 3000;

const keyOf = (episodeId: number) => ['tracks', episodeId];
const read = (episodeId: number) => call(getEpisodeTracks, { params: { id: String(episodeId) } });

export const useTracks = (episodeId: number) =>
  useQuery({
    queryKey: keyOf(episodeId),
    queryFn: () => read(episodeId),
    staleTime: 60_000,
    refetchInterval: ({ state: { data } }) =>
      data?.sound_jobs.some(({ state }) => state !== 'failed') ? SOUND_EVERY_MS : false,
  });

/** Takes answers about the tracks of an episode into the cache. */
export function useTracksCache(episodeId: number) {
  const queries = useQueryClient();
  const take = useCallback(
    (tracks: EpisodeTracks) => void queries.setQueryData(keyOf(episodeId), tracks),
    [queries, episodeId],
  );
  return {
    take,
    /** Somebody else has changed them: shows what is there now. */
    readAgain: () => queries.invalidateQueries({ queryKey: keyOf(episodeId) }),
  };
}
