import { useMemo } from 'react';
import type { ItemSummary } from '#contract/catalogue.ts';
import { contentRatingLabel, lockLabel, newsOf, posterDetail } from '#src/lib/title-labels.ts';
import type { GridTiles } from '#src/ui/list/grid.tsx';
import { Tile } from '#src/ui/tile/tile.tsx';
import { useClock } from '#src/stores/clock-context.ts';
import { itemCorner } from './item-corner.tsx';
import { releaseName, releaseTime } from './release-texts.ts';

export interface ItemTileActions {
  readonly onOpenItem: (itemId: number) => void;
  /** Plays the most likely wanted episode of a title. */
  readonly onPlayItem: (item: ItemSummary) => void;
}

/** Label of a search result that the profile has hidden. */
const HIDDEN = '숨긴 작품';

/** Focus key of a title in any row or grid. */
export const itemKey = ({ id }: { readonly id: number }) => `item:${id}`;

export function itemLabel(item: ItemSummary): string {
  const { name, is_hidden: isHidden, content_rating: rating } = item;
  return [name, isHidden ? HIDDEN : '', newsOf(item), contentRatingLabel(rating), lockLabel(item)]
    .filter(Boolean)
    .join(', ');
}

/** `"6화 토 23:00 공개 예정"`; empty when the release is out. */
function releaseLabel({ next_release: next }: ItemSummary, nowMs: number): string {
  if (!next || Date.parse(next.at) <= nowMs) return '';
  return `${releaseName(next)} ${releaseTime(next.at, nowMs)} 공개 예정`;
}

/** Tiles of titles, as posters. */
export function useItemTiles({ onOpenItem, onPlayItem }: ItemTileActions): GridTiles<ItemSummary> {
  const clock = useClock();
  return useMemo(
    () => ({
      keyOf: itemKey,
      label: (item) => [itemLabel(item), releaseLabel(item, clock.instant())].filter(Boolean).join(', '),
      draw: (item) => (
        <Tile
          name={item.name}
          picture={item.images.poster}
          color={item.color}
          corner={itemCorner(item)}
          caption={[item.is_hidden ? HIDDEN : '', posterDetail(item)].filter(Boolean).join(' · ')}
        />
      ),
      onPress: ({ id }) => onOpenItem(id),
      onPlay: onPlayItem,
    }),
    [onOpenItem, onPlayItem, clock],
  );
}
