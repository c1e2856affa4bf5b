import { useMemo, useState, type ReactNode } from 'react';
import { FocusWall, useFocusEngine, type GridShape, type HoldNames, type WallRow } from '#src/focus/index.ts';
import { memoByKey } from '#src/lib/memo-by-key.ts';
import { playKey } from '#src/ui/play-key.ts';

/** Space below a poster for its name, of up to three lines; and below a wide picture. */
const CAPTION = 7.25;
const LASTING_CAPTION = 9.25;

export const posterGrid: GridShape = {
  // Two rows with their names end inside the safe area.
  columns: 7,
  tileWidth: 12.8,
  tileHeight: 19.2,
  gap: 2,
  rowHeight: 19.2 + CAPTION,
};
export const wideGrid: GridShape = {
  columns: 4,
  tileWidth: 23.7,
  tileHeight: 13.33,
  gap: 2.4,
  rowHeight: 13.33 + LASTING_CAPTION,
};
/** For screens with a keyboard or chart beside the grid. */
export const narrowPosterGrid: GridShape = {
  columns: 4,
  tileWidth: 12,
  tileHeight: 18,
  gap: 2,
  rowHeight: 18 + CAPTION,
};
/** The same with a caption under every tile. */
export const captionedPosterGrid: GridShape = { ...narrowPosterGrid, rowHeight: 18 + LASTING_CAPTION };

export interface GridTiles<T> {
  /** The same for the same thing, whatever its index. */
  keyOf(thing: T): string;
  /** Spoken label; the ordinal in the grid is added. */
  label(thing: T): string;
  draw(thing: T): ReactNode;
  onPress(thing: T): void;
  onHold?(thing: T): void;
  /** As of a row of a wall. */
  readonly holdNames?: HoldNames;
  /** Handles the remote's Play key. */
  onPlay?(thing: T): void;
}

export interface GridProps<T> {
  readonly focusKey: string;
  readonly things: readonly T[];
  /** The expected number of items. */
  readonly count?: number;
  readonly shape: GridShape;
  /** Keep the object while it means the same. */
  readonly tiles: GridTiles<T>;
  /** From its upper edge to the panel's lower edge, in rem. */
  readonly height: number;
  readonly insetLeft: number;
  /** Told the index of the tile that gets the focus. */
  readonly onReach?: (index: number) => void;
}

/** Space above the first row for the enlarged focused tile, in rem. */
const INSET_TOP = 2;

/** Any number of items in rows and columns under one focus node; rows mount as the focus approaches. */
export function Grid<T>({
  focusKey,
  things,
  count = things.length,
  shape: normalShape,
  tiles,
  height,
  insetLeft,
  onReach,
}: GridProps<T>) {
  const [rowOf] = useState(() =>
    memoByKey((key: string, ...made: readonly [number, number, GridShape, GridTiles<T>, ...T[]]) => {
      const [first, total, rowShape, rowTiles, ...row] = made;
      return gridRow(key, first, total, rowShape, rowTiles, row);
    }),
  );
  const large = useFocusEngine().largeMeasures();
  const shape = useMemo(() => large?.grid(normalShape) ?? normalShape, [normalShape, large]);
  const { columns } = shape;
  const rows = useMemo(() => {
    const made: WallRow[] = [];
    for (let first = 0; first < things.length; first += columns) {
      const key = `${focusKey}/${first / columns}`;
      made.push(rowOf(key, first, count, shape, tiles, ...things.slice(first, first + columns)));
    }
    return made;
  }, [things, count, columns, shape, tiles, focusKey, rowOf]);
  return (
    <FocusWall
      focusKey={focusKey}
      rows={rows}
      width={columns * (shape.tileWidth + shape.gap) - shape.gap}
      height={height - INSET_TOP}
      insetTop={INSET_TOP}
      insetLeft={insetLeft}
      keepsColumn
      className="named"
      pageRows={Math.max(1, Math.floor(height / shape.rowHeight))}
      {...(onReach
        ? { onFocusTile: (rowKey, index) => onReach(Number(rowKey.split('/').pop()) * columns + index) }
        : {})}
    />
  );
}

function gridRow<T>(
  key: string,
  first: number,
  total: number,
  { tileWidth, tileHeight, gap, rowHeight }: GridShape,
  tiles: GridTiles<T>,
  row: readonly T[],
): WallRow {
  const at = (index: number, run: (thing: T) => void) => {
    const thing = row[index];
    if (thing !== undefined) run(thing);
  };
  const { onHold, holdNames, onPlay } = tiles;
  return {
    key,
    count: row.length,
    tileWidth,
    tileHeight,
    gap,
    height: rowHeight,
    headHeight: 0,
    head: null,
    tileKey(index) {
      const thing = row[index];
      return thing === undefined ? '' : tiles.keyOf(thing);
    },
    tileLabel(index) {
      const thing = row[index];
      return thing === undefined ? '' : tiles.label(thing);
    },
    ordinalLabel: (index) => `${total}개 중 ${first + index + 1}번째`,
    renderTile(index) {
      const thing = row[index];
      return thing === undefined ? null : tiles.draw(thing);
    },
    onPress: (index) => at(index, tiles.onPress),
    ...(onHold ? { onHold: (index: number) => at(index, onHold) } : {}),
    holdNames,
    ...(onPlay ? { onKey: playKey((index) => at(index, onPlay)) } : {}),
  };
}
