import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { Item } from '#contract/catalogue.ts';
import { useApi } from '#src/api/api-context.ts';
import { ApiError } from '#src/api/api-error.ts';
import { episodesQuery } from '#src/api/catalogue.ts';
import { useToasts } from '#src/stores/stores-context.ts';
import { primaryAction } from './primary-action.ts';

/** Plays what a viewer most likely wants of a title; pressed again while that is being found out, it does nothing more. */
export function usePlayItem(onPlay: (episodeId: number) => void): (item: Item) => void {
  const api = useApi();
  const queryClient = useQueryClient();
  const showToast = useToasts((toasts) => toasts.show);
  const isFinding = useRef(false);

  return useCallback(
    (item) => {
      if (item.my.resume) {
        onPlay(item.my.resume.episode_id);
        return;
      }
      if (isFinding.current) return;
      isFinding.current = true;
      queryClient
        .ensureQueryData(episodesQuery(api, item.id))
        .then(({ results }) => {
          const action = primaryAction(item, results);
          if (action) onPlay(action.episodeId);
          else showToast('아직 볼 수 있는 회차가 없어요.');
        })
        .catch((error: unknown) => {
          showToast(error instanceof ApiError ? error.message : '재생하지 못했어요. 다시 시도해 주세요.');
        })
        .finally(() => {
          isFinding.current = false;
        });
    },
    [api, queryClient, onPlay, showToast],
  );
}
