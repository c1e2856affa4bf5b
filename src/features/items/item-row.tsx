import type { ItemSummary } from '#contract/catalogue.ts';
import type { WallRow } from '#src/focus/index.ts';
import type { Clock } from '#src/lib/clock.ts';
import { contentRatingLabel, lockLabel, newsOf, posterDetail } from '#src/lib/title-labels.ts';
import { RowTitle } from '#src/ui/page/row-title.tsx';
import { playKey } from '#src/ui/play-key.ts';
import { posterRow, rankedRow } from '#src/ui/page/row-shapes.ts';
import { Tile } from '#src/ui/tile/tile.tsx';
import { itemCorner } from './item-corner.tsx';

export interface ItemRowOptions {
  readonly key: string;
  readonly title: string;
  readonly items: readonly ItemSummary[];
  readonly clock: Pick<Clock, 'instant'>;
  /** Draws the rank behind each poster. */
  readonly isRanking?: boolean;
  readonly onOpen: (item: ItemSummary) => void;
  readonly onPlay: (item: ItemSummary) => void;
}

/** A row of posters. */
export function itemRow({ key, title, items, clock, isRanking = false, onOpen, onPlay }: ItemRowOptions): WallRow {
  return {
    ...(isRanking ? rankedRow : posterRow),
    key,
    count: items.length,
    head: <RowTitle text={title} />,
    tileKey: (index) => `item:${items[index]?.id}`,
    tileLabel(index) {
      const item = items[index];
      if (!item) return '';
      const next = item.next_release;
      return [
        isRanking ? `${index + 1}위` : '',
        item.name,
        newsOf(item),
        contentRatingLabel(item.content_rating),
        lockLabel(item),
        next && Date.parse(next.at) > clock.instant() ? `${next.episode_num} 공개 예정` : '',
      ]
        .filter(Boolean)
        .join(', ');
    },
    onPress(index) {
      const item = items[index];
      if (item) onOpen(item);
    },
    onKey: playKey((index) => {
      const item = items[index];
      if (item) onPlay(item);
    }),
    renderTile(index) {
      const item = items[index];
      return item ? (
        <Tile
          name={item.name}
          picture={item.images.poster}
          color={item.color}
          caption={posterDetail(item)}
          corner={itemCorner(item)}
          {...(isRanking ? { numeral: index + 1 } : {})}
        />
      ) : null;
    },
  };
}
