import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { getEpisodeTracks, type EpisodeTracks } from '#contract/console/tracks.ts';
import { call } from '../../lib/client.ts';

/** While a sound is made, or pictures are read, in ms. */
const WORK_EVERY_MS = 3000;

const isAtWork = ({ sound_jobs: jobs, readings }: EpisodeTracks) =>
  jobs.some(({ state }) => state !== 'failed') ||
  readings.some(({ state }) => state === 'waiting' || state === 'reading');

const keyOf = (episodeId: number) => ['tracks', episodeId];
const read = (episodeId: number) => call(getEpisodeTracks, { params: { id: String(episodeId) } });

export const useTracks = (episodeId: number) =>
  useQuery({
    queryKey: keyOf(episodeId),
    queryFn: () => read(episodeId),
    staleTime: 60_000,
    refetchInterval: ({ state: { data } }) => (data && isAtWork(data) ? WORK_EVERY_MS : false),
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
