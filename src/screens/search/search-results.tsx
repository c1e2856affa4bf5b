import type { ItemSummary } from '#contract/catalogue.ts';
import type { PagedList } from '#src/api/lists.ts';
import { itemKey, useItemTiles, type ItemTileActions } from '#src/features/items/item-tiles.tsx';
import { PagedGrid } from '#src/features/items/paged-grid.tsx';
import { usePages } from '#src/features/items/use-pages.ts';
import type { Place } from '#src/focus/index.ts';
import { narrowPosterGrid } from '#src/ui/grid.tsx';
import styles from './search-screen.module.css';

export interface SearchResultsProps extends ItemTileActions {
  /** Another list needs another key, here and as the React `key`. */
  readonly focusKey: string;
  readonly place: Place;
  readonly list: PagedList<ItemSummary>;
  /** What is listed, above it; told how many there are once that is known. */
  readonly heading: (count: number | undefined) => string;
  /** From the grid's upper edge to the panel's lower one, in rem. */
  readonly height: number;
}

/** Titles beside the keyboard. */
export function SearchResults({ focusKey, place, list, heading, height, ...actions }: SearchResultsProps) {
  const pages = usePages({ place, list, keyOf: itemKey });
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

/** Room at the left for the first tile to grow into, in rem. */
const INSET_LEFT = 2;
