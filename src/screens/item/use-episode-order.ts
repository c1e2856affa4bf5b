import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useApi } from '#src/api/client/api-context.ts';
import { episodePageQuery, type EpisodeSort } from '#src/api/catalogue.ts';
import { useVisitState, type VisitMemory, type WallMemory } from '#src/focus/index.ts';
import { itemKeys } from './item-keys.ts';

/** Key of the episode row; it differs by order, so that each order remembers its own tile. */
export const episodesKey = (sort: EpisodeSort) => (sort === 'oldest' ? 'episodes' : 'episodes-latest');

/**
 * The order of a title's episodes. Another order is shown once its first page is loaded; until then only the button
 * changes, so that the screen does not fall back to a skeleton. A chosen order begins at its first episode.
 */
export function useEpisodeOrder(itemId: number, visit: VisitMemory) {
  const api = useApi();
  const queryClient = useQueryClient();
  const [shown, show] = useVisitState<EpisodeSort>(visit, 'sort', 'oldest');
  const [wanted, want] = useState(shown);
  const last = useRef(shown);

  const change = useCallback(
    (next: EpisodeSort) => {
      want(next);
      last.current = next;
      // Never rejects; the screen reports a failure when it shows the order.
      void queryClient.prefetchQuery(episodePageQuery(api, itemId, next)).then(() => {
        if (last.current !== next || next === shown) return;
        const before = visit.walls.get(itemKeys.wall);
        if (before) visit.walls.set(itemKeys.wall, inOrder(before, next));
        show(next);
      });
    },
    [api, itemId, queryClient, visit, shown, show],
  );
  return { shown, wanted, change };
}

/** The wall in another order: at the beginning of its episodes, and otherwise where it was. */
function inOrder({ rowKey, tileKeys }: WallMemory, sort: EpisodeSort): WallMemory {
  const others = Object.keys(tileKeys).filter((key) => key !== episodesKey('oldest') && key !== episodesKey('latest'));
  return {
    rowKey: rowKey === episodesKey('oldest') || rowKey === episodesKey('latest') ? episodesKey(sort) : rowKey,
    tileKeys: Object.fromEntries(others.map((key) => [key, tileKeys[key] ?? ''])),
  };
}
