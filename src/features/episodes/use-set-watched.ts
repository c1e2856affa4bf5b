import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Episode } from '#contract/catalogue.ts';
import type { WatchedScope } from '#contract/history.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import { setWatched } from '#src/api/history.ts';
import { useToasts } from '#src/stores/stores-context.ts';

type MarkedEpisode = Pick<Episode, 'id' | 'episode_num'>;

/** `"3화"`, `"3화까지 모두"`, `"모든 회차"`. */
const nameOf = ({ episode_num: number }: MarkedEpisode, scope: WatchedScope) =>
  scope === 'title' ? '모든 회차' : scope === 'before' ? `${number}까지 모두` : number;

/** Marks episodes as watched or not, and says so; a refusal shows a message. */
export function useSetWatched(): (episode: MarkedEpisode, isWatched: boolean, scope?: WatchedScope) => void {
  const api = useApi();
  const queryClient = useQueryClient();
  const showToast = useToasts((toasts) => toasts.show);
  return useCallback(
    (episode, isWatched, scope = 'episode') => {
      setWatched(api, queryClient, { episodeId: episode.id, isWatched, scope }).then(
        () => showToast(`${nameOf(episode, scope)} ${isWatched ? '본' : '안 본'} 것으로 표시했어요.`),
        (error: unknown) =>
          showToast(`표시하지 못했어요. ${error instanceof ApiError ? error.message : '다시 시도해 주세요.'}`),
      );
    },
    [api, queryClient, showToast],
  );
}
