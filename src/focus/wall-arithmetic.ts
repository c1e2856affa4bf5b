import type { Direction } from './engine/navigator.ts';

/*
 * A wall is a column of rows of tiles. The focused tile is at the wall's left edge and the focused row at its top; tiles
 * and rows move under them. Lengths are in rem. This file knows no elements.
 *
 *             shift                       viewport
 *        ◄───────────►┌──────────────────────────────────────┐
 *   ┌─────┐ ┌─────┐ ┌─────┐ ┌─────┐ ┌─────┐ ┌─────┐ ┌─────┐ ┌─────┐ ┌─────┐
 *   │  0  │ │  1  │ │[ 2 ]│ │  3  │ │  4  │ │  5  │ │  6  │ │  7  │ │  8  │
 *   └─────┘ └─────┘ └─────┘ └─────┘ └─────┘ └─────┘ └─────┘ └─────┘ └─────┘
 *                   ◄ tile ►◄► gap                 the window is the mounted range: [first, last)
 */

export interface RowGeometry {
  readonly key: string;
  readonly count: number;
  readonly tileWidth: number;
  /** Gap between two tiles. */
  readonly gap: number;
  /** Tiles that stay visible before the focused one; none without it. */
  readonly before?: number;
  /** Height of the whole row: title, tiles, and the space below. */
  readonly height: number;
}

export interface WallPosition {
  readonly row: number;
  /** The focused or last focused tile of every row. */
  readonly columns: readonly number[];
}

/** Indices from `first` (inclusive) to `last` (exclusive). */
export interface Span {
  readonly first: number;
  readonly last: number;
}

const clamp = (value: number, minimum: number, maximum: number) => Math.max(minimum, Math.min(maximum, value));

/** Scroll offset of a row in rem: the focused tile at the edge, without a gap after the last tile. */
export function rowShift(row: RowGeometry, column: number, viewport: number): number {
  const pitch = row.tileWidth + row.gap;
  const length = row.count * pitch - row.gap;
  return clamp((column - (row.before ?? 0)) * pitch, 0, Math.max(0, length - viewport));
}

/** The visible tiles at an offset. */
export function visibleTiles(row: RowGeometry, shift: number, viewport: number): Span {
  const pitch = row.tileWidth + row.gap;
  return {
    first: clamp(Math.floor(shift / pitch), 0, row.count),
    last: clamp(Math.ceil((shift + viewport) / pitch), 0, row.count),
  };
}

/** Top edge of every row in rem, followed by the total height. */
export function rowTops(rows: readonly RowGeometry[]): number[] {
  const tops = [0];
  for (const row of rows) tops.push((tops[tops.length - 1] ?? 0) + row.height);
  return tops;
}

/** The visible rows with `row` at the top. */
export function visibleRows(tops: readonly number[], row: number, viewport: number): Span {
  const bottom = (tops[row] ?? 0) + viewport;
  let last = row + 1;
  while (last < tops.length - 1 && (tops[last] ?? 0) < bottom) last += 1;
  return { first: Math.min(row, tops.length - 1), last: Math.min(last, tops.length - 1) };
}

/** Whether a window contains the needed range and `margin` more on each side, where there is more. */
export const covers = (mounted: Span, needed: Span, count: number, margin: number) =>
  mounted.last <= count &&
  mounted.first <= Math.max(0, needed.first - margin) &&
  mounted.last >= Math.min(count, needed.last + margin);

/**
 * The window to mount: the current one while it contains the needed range and one more on each side, else `size` with the
 * needed range in it. Most moves mount nothing, and the constant size lets elements be reused. Where the range left the
 * current one, `behind` stay mounted, which slide out of sight; all others are ahead of it, for the next moves.
 */
export function slideWindow(mounted: Span, needed: Span, count: number, size: number, behind: number): Span {
  if (covers(mounted, needed, count, 1)) return mounted;
  const spare = size - (needed.last - needed.first);
  const before = needed.first > mounted.first ? behind : Math.max(0, spare - behind);
  const first = clamp(needed.first - before, 0, Math.max(0, count - size));
  return { first, last: Math.min(count, first + size) };
}

/** The target of an arrow, or null at the wall's edge. Up and down return to the last tile of that row. */
export function moveIn(
  position: WallPosition,
  direction: Direction,
  rows: readonly RowGeometry[],
  keepsColumn: boolean,
): WallPosition | null {
  const column = position.columns[position.row] ?? 0;
  const isVertical = direction === 'up' || direction === 'down';
  const step = direction === 'left' || direction === 'up' ? -1 : 1;
  const row = position.row + (isVertical ? step : 0);
  const target = rows[row];
  if (!target) return null;
  if (isVertical) {
    const columns = keepsColumn
      ? withColumn(position.columns, row, Math.min(column, target.count - 1))
      : position.columns;
    return { row, columns };
  }
  const next = column + step;
  if (next < 0 || next >= target.count) return null;
  return { row, columns: withColumn(position.columns, row, next) };
}

/** The target of a page jump in a row (left, right) or over rows (up, down), or null at the end. */
export function pageIn(
  position: WallPosition,
  direction: Direction,
  rows: readonly RowGeometry[],
  pageSize: number,
  keepsColumn = false,
): WallPosition | null {
  const step = (direction === 'left' || direction === 'up' ? -1 : 1) * pageSize;
  if (direction === 'up' || direction === 'down') {
    const row = clamp(position.row + step, 0, rows.length - 1);
    if (row === position.row) return null;
    const here = position.columns[position.row] ?? 0;
    const columns = keepsColumn
      ? withColumn(position.columns, row, Math.min(here, (rows[row]?.count ?? 1) - 1))
      : position.columns;
    return { row, columns };
  }
  const column = position.columns[position.row] ?? 0;
  const next = clamp(column + step, 0, (rows[position.row]?.count ?? 1) - 1);
  return next === column ? null : { row: position.row, columns: withColumn(position.columns, position.row, next) };
}

export const withColumn = (columns: readonly number[], row: number, column: number) => {
  const next = columns.slice();
  next[row] = column;
  return next;
};
