import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useApi } from '#src/api/api-context.ts';
import { EPISODES_PAGE, episodePagesQuery, type EpisodeSort } from '#src/api/catalogue.ts';
import { usePlaceState, type Place } from '#src/focus/index.ts';

/** Pages of another order that are loaded before it is shown, at most. */
const MOST_PAGES = 10;

/**
 * The order of a title's episodes. Another one is shown when so much of it is there as was seen of the one before, so that
 * the screen stays meanwhile; only its button changes at once.
 */
export function useEpisodeOrder(itemId: number, place: Place) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [shown, show] = usePlaceState<EpisodeSort>(place, 'sort', 'oldest');
  const [wanted, want] = useState(shown);
  const last = useRef(shown);

  const change = useCallback(
    (next: EpisodeSort, count: number) => {
      want(next);
      last.current = next;
      const pages = Math.min(MOST_PAGES, Math.max(1, Math.ceil(count / EPISODES_PAGE)));
      // What does not come is told by the screen itself once it is shown.
      void queryClient.prefetchInfiniteQuery({ ...episodePagesQuery(api, itemId, next), pages }).then(() => {
        if (last.current === next) show(next);
      });
    },
    [api, itemId, queryClient, show],
  );
  return { shown, wanted, change };
}
