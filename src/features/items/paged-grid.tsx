import { isValidElement, type ReactElement } from 'react';
import { ApiError, isUnreachable } from '#src/api/client/api-error.ts';
import type { GridShape } from '#src/focus/index.ts';
import { Grid, type GridTiles } from '#src/ui/list/grid.tsx';
import { GridSkeleton } from '#src/ui/list/grid-skeleton.tsx';
import { ListEmpty, type EmptyText } from '#src/ui/list/list-empty.tsx';
import { ListFailed } from '#src/ui/list/list-failed.tsx';
import { StaleNote } from '#src/ui/page/stale-note.tsx';
import type { Pages } from './use-pages.ts';

export interface PagedGridProps<T> {
  readonly focusKey: string;
  readonly pages: Pages<T>;
  readonly shape: GridShape;
  /** Keep the object while it means the same. */
  readonly tiles: GridTiles<T>;
  readonly insetLeft: number;
  readonly height: number;
  /**
   * Shown instead of an empty grid: a text beside a button with the grid's focus key, so that a screen that begins at the
   * grid always has a focus; or an element with a focus of its own; or nothing beside something that has it.
   */
  readonly empty: EmptyText | ReactElement | null;
}

/** Focus key of the grid's placeholder. */
export const loadingKey = (focusKey: string) => `${focusKey}/loading`;

/** A list as a grid in each of its states: loading, failed, empty, loaded. */
export function PagedGrid<T>({ focusKey, pages, shape, tiles, insetLeft, height, empty }: PagedGridProps<T>) {
  const { data, error } = pages;
  if (!data && error) {
    return (
      <ListFailed
        focusKey={`${focusKey}/failed`}
        text={error instanceof ApiError ? error.message : '잠시 후 다시 시도해 주세요.'}
        isOffline={isUnreachable(error)}
        isRetrying={pages.isFetching}
        onRetry={() => void pages.refetch()}
      />
    );
  }
  if (!data) return <GridSkeleton focusKey={loadingKey(focusKey)} shape={shape} insetLeft={insetLeft} />;
  if (data.length === 0) {
    if (empty === null || isValidElement(empty)) return empty;
    const again = { focusKey, isBusy: pages.isFetching, run: () => void pages.refetch() };
    return <ListEmpty {...empty} again={again} />;
  }
  return (
    <>
      <Grid
        focusKey={focusKey}
        things={data}
        count={Math.max(pages.count, data.length)}
        shape={shape}
        tiles={tiles}
        insetLeft={insetLeft}
        height={height}
        onReach={pages.reach}
      />
      {error && <StaleNote />}
    </>
  );
}
