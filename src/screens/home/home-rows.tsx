import type { HomeRow } from '#contract/home.ts';
import { startAgainRow } from '#src/features/episodes/episode-row.tsx';
import type { PlayableItem } from '#src/features/episodes/use-play-item.ts';
import { updateRow } from '#src/features/episodes/update-row.tsx';
import { themeRow } from '#src/features/items/theme-tiles.tsx';
import { itemRow } from '#src/features/items/item-row.tsx';
import type { WallRow } from '#src/focus/index.ts';

export interface HomeRowActions {
  readonly onOpenItem: (itemId: number) => void;
  readonly onOpenTheme: (themeId: number) => void;
  readonly onPlay: (episodeId: number) => void;
  /** Plays what the viewer most likely wants of a title. */
  readonly onPlayItem: (item: PlayableItem) => void;
}

/** A row of the answer as a row of the wall; null for what the wall does not show. */
export function toWallRow(
  row: HomeRow,
  { onOpenItem, onOpenTheme, onPlay, onPlayItem }: HomeRowActions,
): WallRow | null {
  if (row.results.length === 0) return null;
  const { id: key, title } = row;
  switch (row.kind) {
    case 'billboard':
      return null;
    case 'themes':
      return themeRow({ key, title, themes: row.results, onOpen: onOpenTheme });
    case 'start_again':
      return startAgainRow({ key, title, results: row.results, onPlay });
    case 'items':
      return itemRow({ key, title, items: row.results, onOpen: ({ id }) => onOpenItem(id), onPlay: onPlayItem });
    case 'ranking':
      return itemRow({
        key,
        title,
        items: row.results,
        isRanking: true,
        onOpen: ({ id }) => onOpenItem(id),
        onPlay: onPlayItem,
      });
    case 'episodes':
      return updateRow({ key, title, episodes: row.results, onOpen: onOpenItem, onPlay });
  }
}

/** The title a tile of the answer stands for, so that the stage behind can follow the focus. */
export function itemIdAt(row: HomeRow, index: number): number | null {
  switch (row.kind) {
    case 'billboard':
    case 'items':
    case 'ranking':
      return row.results[index]?.id ?? null;
    case 'start_again':
      return row.results[index]?.item.id ?? null;
    case 'episodes':
      return row.results[index]?.item_id ?? null;
    case 'themes':
      return null;
  }
}
