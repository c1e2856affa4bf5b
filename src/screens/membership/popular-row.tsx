import { useMemo } from 'react';
import { useApi } from '#src/api/client/api-context.ts';
import { itemList, ROW_PAGE } from '#src/api/lists.ts';
import { usePlayItem } from '#src/features/episodes/use-play-item.ts';
import { itemRow } from '#src/features/items/item-row.tsx';
import { itemKey } from '#src/features/items/item-tiles.tsx';
import { usePages } from '#src/features/items/use-pages.ts';
import { FocusWall, type VisitMemory } from '#src/focus/index.ts';
import { useClock } from '#src/stores/clock-context.ts';
import styles from './membership-screen.module.css';

export interface PopularRowProps {
  readonly visit: VisitMemory;
  readonly onOpenItem: (itemId: number) => void;
  readonly onPlay: (episodeId: number) => void;
}

/** Inside the row's box, so that the ring of the first tile is drawn. */
const INSET = 2;

/** Popular titles, where a membership without an end leaves nothing to buy. An extra: it says nothing of its failures. */
export function PopularRow({ visit, onOpenItem, onPlay }: PopularRowProps) {
  const api = useApi();
  const clock = useClock();
  const { data: items } = usePages({ visit, list: itemList(api, { sorting: 'popular' }, ROW_PAGE), keyOf: itemKey });
  const playItem = usePlayItem(onPlay, onOpenItem);
  const rows = useMemo(
    () =>
      items && [
        itemRow({
          key: 'membership/popular',
          title: '지금 인기 있는 작품',
          items,
          clock,
          onOpen: ({ id }) => onOpenItem(id),
          onPlay: playItem,
        }),
      ],
    [items, clock, onOpenItem, playItem],
  );
  if (!rows || items?.length === 0) return null;
  return (
    <div className={styles.popular}>
      <FocusWall focusKey="membership/titles" rows={rows} width={58} height={34} insetLeft={INSET} />
    </div>
  );
}
