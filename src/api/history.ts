import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';
import {
  listHistory,
  markWatched,
  removeHistory,
  restoreHistory,
  unmarkWatched,
  type HistoryEntry,
  type WatchedScope,
} from '#contract/history.ts';
import { WATCHED_KEY } from './catalogue.ts';
import type { Client } from './client/client.ts';
import type { PagedList } from './lists.ts';
import { createWrites } from './client/settle.ts';
import { forViewer, watchViewer } from './client/viewer-cache.ts';

/** The server's page size. */
const HISTORY_PAGE = 20;

export const historyList = (api: Client): PagedList<HistoryEntry> => ({
  key: [WATCHED_KEY, 'history'],
  pageSize: HISTORY_PAGE,
  isPersonal: true,
  load: (offset, signal) => api.call(listHistory, { query: { offset: String(offset) } }, { signal }),
});

/** By episode id: when it was last watched at its removal from the history. Watching it again brings it back. */
export type RemovedHistory = Readonly<Record<number, string>>;

/** Episodes removed since the app started; filters answers that are older than the removal. */
export const removedHistoryQuery = queryOptions<RemovedHistory>({
  queryKey: ['removed-history'],
  queryFn: skipToken,
  initialData: {},
  meta: { isPermanent: true },
});

/** Everything that depends on what the profile has watched. */
const refresh = (queryClient: QueryClient) => void queryClient.invalidateQueries({ queryKey: [WATCHED_KEY] });

/** Marks episodes as watched or not, for this profile on all devices. @throws ApiError */
export async function setWatched(
  api: Client,
  queryClient: QueryClient,
  change: { readonly episodeId: number; readonly isWatched: boolean; readonly scope: WatchedScope },
): Promise<void> {
  const { episodeId, isWatched, scope } = change;
  const request = { params: { id: String(episodeId) }, query: { scope } };
  await forViewer(queryClient, api.call(isWatched ? markWatched : unmarkWatched, request));
  refresh(queryClient);
}

const settleRemoved = createWrites<boolean>();

/** Removes an episode from the history, or restores it: shown at once, rolled back when the server refuses. */
export function setRemoved(
  api: Client,
  queryClient: QueryClient,
  { episode, updated_at: watchedAt }: HistoryEntry,
  isRemoved: boolean,
  onFailure: (error: unknown) => void,
): void {
  const params = { id: String(episode.id) };
  const isStillThere = watchViewer(queryClient);
  settleRemoved(api, queryClient, String(episode.id), !isRemoved, {
    async send(own, wanted) {
      const answer = await own.call(wanted ? removeHistory : restoreHistory, { params });
      if (isStillThere()) refresh(queryClient);
      return answer.is_removed;
    },
    isSame: (one, other) => one === other,
    show: (wanted) =>
      queryClient.setQueryData(removedHistoryQuery.queryKey, (known = {}) => {
        const others = Object.fromEntries(Object.entries(known).filter(([id]) => id !== String(episode.id)));
        return wanted ? { ...others, [episode.id]: watchedAt } : others;
      }),
    onFailure,
  }).want(isRemoved);
}
