import { useCallback } from 'react';
import { usePreparedPlayback } from '#src/features/playback/use-prepared-playback.ts';
import { QueryFailed, useFailure } from '#src/features/failures/query-failed.tsx';
import type { VisitMemory } from '#src/focus/index.ts';
import { rowBefore, type Way } from '#src/lib/opening-row.ts';
import { Screen } from '#src/ui/page/screen.tsx';
import { StageSkeleton } from '#src/ui/page/stage-skeleton.tsx';
import { itemKeys } from './item-keys.ts';
import { ItemStage } from './item-stage.tsx';
import { useEpisodeOrder } from './use-episode-order.ts';
import { useItemPage } from './use-item-page.ts';

export interface ItemScreenProps {
  readonly itemId: number;
  readonly visit: VisitMemory;
  readonly way: Way;
  readonly onPlay: (episodeId: number) => void;
  readonly onOpenItem: (itemId: number) => void;
  readonly onOpenTheme: (themeId: number) => void;
  readonly onOpenReviews: (itemId: number) => void;
  readonly onLeave: () => void;
}

export function ItemScreen(props: ItemScreenProps) {
  const { itemId, visit, way, onLeave, onOpenReviews } = props;
  const order = useEpisodeOrder(itemId, visit);
  const page = useItemPage(itemId, order.shown, visit, rowBefore(way));
  usePreparedPlayback(page.isReady);
  const openReviews = useCallback(() => onOpenReviews(itemId), [onOpenReviews, itemId]);
  const itemFailure = useFailure(page.item);
  const oldestFailure = useFailure(page.oldest);
  // A failure of another order affects only the episode row.
  const listFailure = useFailure(page.listed);
  if (itemFailure) return <QueryFailed query={page.item} failure={itemFailure} onLeave={onLeave} />;
  if (oldestFailure) return <QueryFailed query={page.oldest} failure={oldestFailure} onLeave={onLeave} />;

  const { item, situation } = page;
  return (
    <Screen
      name="item"
      label={item.data?.name}
      initialKey={page.isReady ? itemKeys.primary : itemKeys.loading}
      visit={visit}
    >
      {page.isReady && item.data && situation ? (
        <ItemStage
          {...props}
          item={item.data}
          situation={situation}
          page={page}
          hasListFailed={listFailure !== null}
          sort={order.shown}
          wantedSort={order.wanted}
          onSort={order.change}
          onOpenReviews={openReviews}
        />
      ) : (
        <StageSkeleton focusKey={itemKeys.loading} lines={5} />
      )}
    </Screen>
  );
}
