import { useCallback } from 'react';
import { usePreparedPlayback } from '#src/features/playback/use-prepared-playback.ts';
import { QueryFailed, useFailure } from '#src/features/failures/query-failed.tsx';
import type { Place } from '#src/focus/index.ts';
import { Screen } from '#src/ui/screen.tsx';
import { StageSkeleton } from '#src/ui/stage-skeleton.tsx';
import { itemKeys } from './item-keys.ts';
import { ItemStage } from './item-stage.tsx';
import { useEpisodeOrder } from './use-episode-order.ts';
import { useItemPage } from './use-item-page.ts';

export interface ItemScreenProps {
  readonly itemId: number;
  readonly place: Place;
  readonly onPlay: (episodeId: number) => void;
  readonly onOpenItem: (itemId: number) => void;
  readonly onOpenTheme: (themeId: number) => void;
  readonly onOpenReviews: (itemId: number) => void;
  readonly onLeave: () => void;
}

export function ItemScreen(props: ItemScreenProps) {
  const { itemId, place, onLeave, onOpenReviews } = props;
  const order = useEpisodeOrder(itemId, place);
  const page = useItemPage(itemId, order.shown, place);
  usePreparedPlayback(page.isReady);
  const openReviews = useCallback(() => onOpenReviews(itemId), [onOpenReviews, itemId]);
  const itemFailure = useFailure(page.item);
  const oldestFailure = useFailure(page.oldest);
  const listFailure = useFailure(page.listed);
  // Once it stood there, another order of the episodes that does not come leaves the screen as it is.
  if (itemFailure) return <QueryFailed query={page.item} failure={itemFailure} onLeave={onLeave} />;
  if (oldestFailure) return <QueryFailed query={page.oldest} failure={oldestFailure} onLeave={onLeave} />;
  if (listFailure) return <QueryFailed query={page.listed} failure={listFailure} onLeave={onLeave} />;

  const { item, situation } = page;
  return (
    <Screen
      name="item"
      label={item.data?.name}
      initialKey={page.isReady ? itemKeys.primary : itemKeys.loading}
      place={place}
    >
      {page.isReady && item.data && situation ? (
        <ItemStage
          {...props}
          item={item.data}
          situation={situation}
          page={page}
          sort={order.shown}
          wantedSort={order.wanted}
          onSort={(next) => order.change(next, page.listed.data?.pages[0]?.count ?? 0)}
          onOpenReviews={openReviews}
        />
      ) : (
        <StageSkeleton focusKey={itemKeys.loading} lines={5} />
      )}
    </Screen>
  );
}
