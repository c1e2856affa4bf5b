import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useApi } from '#src/api/client/api-context.ts';
import { EPISODES_PAGE, episodePagesQuery, type EpisodeSort } from '#src/api/catalogue.ts';
import { useVisitState, type VisitMemory } from '#src/focus/index.ts';
import { itemKeys } from './item-keys.ts';

/** Maximum number of pages to load before showing another order. */
const MOST_PAGES = 10;

/**
 * The order of a title's episodes. Another order is shown once as many episodes of it are loaded as of the previous
 * one; until then only the button changes, so that the screen does not fall back to a skeleton. A chosen order begins at
 * its first episode.
 */
export function useEpisodeOrder(itemId: number, visit: VisitMemory) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [shown, show] = useVisitState<EpisodeSort>(visit, 'sort', 'oldest');
  const [wanted, want] = useState(shown);
  const last = useRef(shown);

  const change = useCallback(
    (next: EpisodeSort, count: number) => {
      want(next);
      last.current = next;
      const pages = Math.min(MOST_PAGES, Math.max(1, Math.ceil(count / EPISODES_PAGE)));
      // Never rejects; the screen reports a failure when it shows the order.
      void queryClient.prefetchInfiniteQuery({ ...episodePagesQuery(api, itemId, next), pages }).then(() => {
        if (last.current !== next) return;
        // It begins at its beginning, not where the viewer was in the other one.
        visit.walls.delete(itemKeys.wall);
        show(next);
      });
    },
    [api, itemId, queryClient, visit, show],
  );
  return { shown, wanted, change };
}
