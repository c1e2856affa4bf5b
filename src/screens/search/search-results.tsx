import type { ItemSummary } from '#contract/catalogue.ts';
import type { PagedList } from '#src/api/lists.ts';
import { itemKey, useItemTiles, type ItemTileActions } from '#src/features/items/item-tiles.tsx';
import { PagedGrid } from '#src/features/items/paged-grid.tsx';
import { usePages } from '#src/features/items/use-pages.ts';
import type { VisitMemory } from '#src/focus/index.ts';
import { narrowPosterGrid } from '#src/ui/list/grid.tsx';
import styles from './search-screen.module.css';

export interface SearchResultsProps extends ItemTileActions {
  /** Must differ between lists, as must the React `key`. */
  readonly focusKey: string;
  readonly visit: VisitMemory;
  readonly list: PagedList<ItemSummary>;
  /** Text above the grid; `count` is undefined until the list has loaded. */
  readonly heading: (count: number | undefined) => string;
  /** Height from the grid's top to the lower edge of the screen, in rem. */
  readonly height: number;
}

/** The grid of titles beside the keyboard. */
export function SearchResults({ focusKey, visit, list, heading, height, ...actions }: SearchResultsProps) {
  const pages = usePages({ visit, list, keyOf: itemKey });
  const tiles = useItemTiles(actions);
  return (
    <>
      <h2 className={styles.heading}>
        <span role="status">{heading(pages.data && pages.count)}</span>
      </h2>
      <div className={styles.grid} style={{ height: `${height}rem` }}>
        <PagedGrid
          focusKey={focusKey}
          pages={pages}
          shape={narrowPosterGrid}
          tiles={tiles}
          insetLeft={INSET_LEFT}
          height={height}
          empty={null}
        />
      </div>
    </>
  );
}

/** Left inset, in rem, so that the focused first tile can grow. */
const INSET_LEFT = 2;
