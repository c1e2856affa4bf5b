import type { ItemSummary } from '#contract/catalogue.ts';
import type { PagedList } from '#src/api/lists.ts';
import type { GridShape, VisitMemory } from '#src/focus/index.ts';
import { posterGrid } from '#src/ui/list/grid.tsx';
import type { EmptyText } from '#src/ui/list/list-empty.tsx';
import { CONTENT_X, PAGE_BODY_HEIGHT } from '#src/ui/page/page.tsx';
import { itemKey, useItemTiles, type ItemTileActions } from './item-tiles.tsx';
import { PagedGrid } from './paged-grid.tsx';
import { usePages } from './use-pages.ts';

export interface ItemListProps extends ItemTileActions {
  /** Another list needs another key, which must also be the React `key`. */
  readonly focusKey: string;
  readonly visit: VisitMemory;
  readonly list: PagedList<ItemSummary>;
  readonly shape?: GridShape;
  readonly insetLeft?: number;
  readonly height?: number;
  readonly empty?: EmptyText;
}

/** Titles of a paged list as a grid of posters. */
export function ItemList(props: ItemListProps) {
  const { focusKey, visit, list, shape = posterGrid, insetLeft = CONTENT_X, height = PAGE_BODY_HEIGHT } = props;
  const { empty = { title: '아직 작품이 없어요', text: '다른 것을 골라 보세요.' } } = props;
  const pages = usePages({ visit, list, keyOf: itemKey });
  const tiles = useItemTiles(props);
  return (
    <PagedGrid
      focusKey={focusKey}
      pages={pages}
      shape={shape}
      tiles={tiles}
      insetLeft={insetLeft}
      height={height}
      empty={empty}
    />
  );
}
