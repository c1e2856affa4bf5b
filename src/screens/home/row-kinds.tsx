import type { ItemSummary, StartAgain } from '#contract/catalogue.ts';
import type { HomeRow, HomeRowOf } from '#contract/home.ts';
import { startAgainRow } from '#src/features/episodes/start-again-row.tsx';
import type { PlayableItem } from '#src/features/episodes/use-play-item.ts';
import { updateRow } from '#src/features/episodes/update-row.tsx';
import { themeRow } from '#src/features/items/theme-tiles.tsx';
import { itemRow } from '#src/features/items/item-row.tsx';
import type { WallRow } from '#src/focus/index.ts';
import type { Clock } from '#src/lib/clock.ts';

export type HomeRowKind = HomeRow['kind'];
export type HomeResult<K extends HomeRowKind = HomeRowKind> = HomeRowOf<K>['results'][number];

export interface HomeRowActions {
  readonly clock: Pick<Clock, 'instant'>;
  /** Whether OK opens a menu instead of being held. */
  readonly isSingle: boolean;
  readonly onOpenItem: (itemId: number) => void;
  readonly onOpenTheme: (themeId: number) => void;
  readonly onPlay: (episodeId: number) => void;
  /** Opens the menu of a begun title. */
  readonly onMenu: (begun: StartAgain) => void;
  /** Plays a title's primary action, such as the episode to resume. */
  readonly onPlayItem: (item: PlayableItem) => void;
}

/** Behaviour of one kind of row. Methods, because they are bivariant: `kinds` can then be read for any kind. */
interface KindOfRow<K extends HomeRowKind> {
  /** Identifies a tile across answers. */
  keyOf(result: HomeResult<K>): string;
  /** The title that the stage shows when the tile has the focus, or null. */
  itemOf(result: HomeResult<K>): ItemSummary | null;
  /** Null for a row that the wall does not show. */
  toWallRow(row: HomeRowOf<K>, actions: HomeRowActions): WallRow | null;
  /** The row continues with further pages of the list in `more`. */
  readonly isPaged?: true;
  /** A tile that a newer answer omits stays until the visit ends, because Back may return to it. */
  readonly keepsTiles?: true;
  /** The row disappears when an answer omits it. Others stay, because their omission is a failure of the server. */
  readonly mayEnd?: true;
  /** Whether the viewer removed the result from the row; absent for rows without removal. */
  isTakenOut?(result: HomeResult<K>, isOut: (begun: StartAgain) => boolean): boolean;
}

const byId = { keyOf: ({ id }: { id: number }) => String(id) };
const ofItem = { ...byId, itemOf: (item: ItemSummary) => item };

const kinds: { readonly [K in HomeRowKind]: KindOfRow<K> } = {
  billboard: { ...ofItem, toWallRow: () => null },
  start_again: {
    isPaged: true,
    mayEnd: true,
    isTakenOut: (result, isOut) => isOut(result),
    keyOf: ({ item }) => String(item.id),
    itemOf: ({ item }) => item,
    toWallRow: ({ id: key, title, results }, { isSingle, onPlay, onMenu }) =>
      startAgainRow({ key, title, results, isSingle, onPlay, onHold: onMenu }),
  },
  items: {
    ...ofItem,
    isPaged: true,
    // The server stops recommending a title once the viewer starts it.
    keepsTiles: true,
    toWallRow: (row, actions) => postersOf(row, actions),
  },
  ranking: { ...ofItem, toWallRow: (row, actions) => postersOf(row, actions, true) },
  episodes: {
    ...byId,
    itemOf: ({ item }) => item,
    toWallRow: ({ id: key, title, results: episodes }, { onOpenItem, onPlay }) =>
      updateRow({ key, title, episodes, onOpen: onOpenItem, onPlay }),
  },
  themes: {
    ...byId,
    itemOf: () => null,
    toWallRow: ({ id: key, title, results: themes }, { onOpenTheme }) =>
      themeRow({ key, title, themes, onOpen: onOpenTheme }),
  },
};

function postersOf(
  { id: key, title, results: items }: HomeRowOf<'items' | 'ranking'>,
  { clock, onOpenItem, onPlayItem }: HomeRowActions,
  isRanking = false,
): WallRow {
  return itemRow({ key, title, items, clock, isRanking, onOpen: ({ id }) => onOpenItem(id), onPlay: onPlayItem });
}

/** The behaviour of a row's kind; pass it only results of that row. */
export const kindOf = ({ kind }: Pick<HomeRow, 'kind'>): KindOfRow<HomeRowKind> =>
  kinds[kind] as KindOfRow<HomeRowKind>;

/** Converts a row of the answer to a row of the wall; null if the wall does not show it. */
export const toWallRow = (row: HomeRow, actions: HomeRowActions): WallRow | null =>
  row.results.length === 0 ? null : kindOf(row).toWallRow(row, actions);

/** The title of a tile, or null. */
export function itemAt(row: HomeRow, index: number): ItemSummary | null {
  const result = row.results[index];
  return result === undefined ? null : kindOf(row).itemOf(result);
}
