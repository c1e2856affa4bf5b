import type { QueryClient } from '@tanstack/react-query';

const keyOf = (episodeId: number) => ['start-over', episodeId];

/** The next playback of an episode begins at its start. Kept apart from its address: a reload resumes. */
export const startOver = (queryClient: QueryClient, episodeId: number): void =>
  void queryClient.setQueryData(keyOf(episodeId), true);

/** Whether the playback that begins now starts over; only once. */
export function takeStartOver(queryClient: QueryClient, episodeId: number): boolean {
  const isWanted = queryClient.getQueryData(keyOf(episodeId)) === true;
  queryClient.removeQueries({ queryKey: keyOf(episodeId) });
  return isWanted;
}
