import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Item } from '#contract/catalogue.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { ApiError } from '#src/api/client/api-error.ts';
import { episodePageQuery, itemQuery } from '#src/api/catalogue.ts';
import type { Client } from '#src/api/client/client.ts';
import { useComing, watchStay } from '#src/focus/index.ts';
import { useToasts } from '#src/stores/stores-context.ts';
import { episodeToWatch } from './episode-to-watch.ts';

/** A title, with or without the profile's own data. */
export type PlayableItem = Pick<Item, 'id'> & Partial<Pick<Item, 'my'>>;

interface Playable {
  readonly episodeId: number;
  readonly isLocked: boolean;
}

/** The most likely wanted episode of a title, or null without one. @throws ApiError */
export async function findEpisode(
  api: Client,
  queryClient: QueryClient,
  { id, my }: PlayableItem,
): Promise<Playable | null> {
  const known = my ?? (await queryClient.ensureQueryData(itemQuery(api, id))).my;
  // A begun episode plays at once; if it is locked by now, the player says so.
  if (known.resume) return { episodeId: known.resume.episode_id, isLocked: false };
  const { results } = await queryClient.ensureQueryData(episodePageQuery(api, id, 'oldest'));
  const episode = episodeToWatch({ item: { my: known }, episodes: results });
  return episode && { episodeId: episode.id, isLocked: episode.access.type === 'locked' };
}

/**
 * Plays the most likely wanted episode of a title, or opens the title if that is locked. While it is looked up, keys wait
 * for the next screen; Back, or a pointer that moves away, cancels it.
 */
export function usePlayItem(
  onPlay: (episodeId: number) => void,
  onOpen: (itemId: number) => void,
): (item: PlayableItem) => void {
  const api = useApi();
  const queryClient = useQueryClient();
  const showToast = useToasts((toasts) => toasts.show);
  /** Ends the watch of the last press whose episode is being looked up. */
  const pending = useRef<(() => void) | null>(null);
  const [isPending, setPending] = useState(false);
  const forget = useCallback(() => {
    pending.current?.();
    pending.current = null;
    setPending(false);
  }, []);
  useEffect(() => forget, [forget]);
  useComing(isPending, forget);

  return useCallback(
    (item) => {
      if (pending.current) return;
      const end = watchStay(forget);
      pending.current = end;
      setPending(true);
      const isStillWanted = () => pending.current === end;
      findEpisode(api, queryClient, item)
        .then((episode) => {
          if (!isStillWanted()) return;
          if (episode === null) showToast('아직 볼 수 있는 회차가 없어요.');
          else if (episode.isLocked) onOpen(item.id);
          else onPlay(episode.episodeId);
        })
        .catch((error: unknown) => {
          if (isStillWanted())
            showToast(error instanceof ApiError ? error.message : '재생하지 못했어요. 다시 시도해 주세요.');
        })
        .finally(() => {
          if (isStillWanted()) forget();
        });
    },
    [api, queryClient, showToast, onPlay, onOpen, forget],
  );
}
