import type { Direction } from './navigator.ts';
import type { WallMemory } from './place.ts';
import {
  moveIn,
  pageIn,
  rowShift,
  rowTops,
  slideWindow,
  visibleRows,
  visibleTiles,
  type RowGeometry,
  type Span,
  type WallPosition,
} from './wall-arithmetic.ts';

/** A row as the model needs it: its measures, and a key for each tile that stays the same while the tile means the same. */
export interface ModelRow extends RowGeometry {
  tileKey(index: number): string;
}

export interface WallMeasures {
  /** Of the part that shows tiles, in rem. */
  readonly width: number;
  readonly height: number;
  /** A grid keeps the column when the focus changes rows; a wall of rows comes back to the tile one left. */
  readonly keepsColumn: boolean;
}

/** What is mounted: rows from `first` to `last`, and the span of tiles in each of them. */
export interface WallWindow {
  readonly rows: Span;
  readonly tiles: readonly Span[];
}

const ROW_SLACK = 2;
const TILE_SLACK = 4;
const NOTHING: Span = { first: 0, last: 0 };

export type WallModel = ReturnType<typeof createWallModel>;

/** The state of a wall without its elements: where the focus is, what is mounted, how far rows stand moved. */
export function createWallModel(initial: readonly ModelRow[], measures: WallMeasures, memory: WallMemory | undefined) {
  let rows = initial;
  let tops = rowTops(rows);
  /** Last focused tile of each row, by key: it finds its tile again when rows or tiles changed their places. */
  let tileKeys: Record<string, string> = { ...memory?.tileKeys };
  let position = locate(rows, memory?.rowKey ?? null, tileKeys, { row: 0, columns: [] });
  let mounted: WallWindow = { rows: NOTHING, tiles: [] };
  /** Where rows and wall stood when a pointer chose a tile: they stay until the next arrow, or tiles would flee it. */
  let pinnedShifts: Record<string, number> = {};
  let pinnedRow: number | null = null;
  const listeners = new Set<() => void>();

  const columnOf = (row: number) => position.columns[row] ?? 0;
  const shiftOf = (index: number) => {
    const row = rows[index];
    return row ? (pinnedShifts[row.key] ?? rowShift(row, columnOf(index), measures.width)) : 0;
  };

  const topRow = () => pinnedRow ?? position.row;
  const unpin = () => {
    pinnedShifts = {};
    pinnedRow = null;
  };

  const slide = (): boolean => {
    const needed = visibleRows(tops, topRow(), measures.height);
    const span = slideWindow(mounted.rows, needed, rows.length, ROW_SLACK);
    const tiles: Span[] = [];
    let isSame = span === mounted.rows;
    for (let index = span.first; index < span.last; index += 1) {
      const row = rows[index];
      const before = mounted.tiles[index] ?? NOTHING;
      const now = row
        ? slideWindow(before, visibleTiles(row, shiftOf(index), measures.width), row.count, TILE_SLACK)
        : NOTHING;
      tiles[index] = now;
      isSame = isSame && now === before;
    }
    if (!isSame) mounted = { rows: span, tiles };
    return !isSame;
  };

  const remember = () => {
    const row = rows[position.row];
    if (row && row.count > 0) tileKeys = { ...tileKeys, [row.key]: row.tileKey(columnOf(position.row)) };
  };

  const moveTo = (next: WallPosition | null): boolean => {
    if (!next) return false;
    position = next;
    remember();
    if (slide()) listeners.forEach((listener) => listener());
    return true;
  };

  slide();
  remember();

  return {
    rows: () => rows,
    row: () => position.row,
    columnOf,
    shiftOf,
    /** How far the whole wall stands moved up, in rem. */
    shift: () => tops[topRow()] ?? 0,
    topOf: (row: number) => tops[row] ?? 0,
    window: () => mounted,
    /** Key of the tile under the focus, unique on the wall. */
    focusedKey(): string | null {
      const row = rows[position.row];
      return row && row.count > 0 ? `${row.key}/${row.tileKey(columnOf(position.row))}` : null;
    },
    memory(): WallMemory | null {
      const row = rows[position.row];
      return row ? { rowKey: row.key, tileKeys } : null;
    },
    /** Whether the arrow led to another tile. */
    move(direction: Direction) {
      const next = moveIn(position, direction, rows, measures.keepsColumn);
      if (next) unpin();
      return moveTo(next);
    },
    page(direction: Direction, size: number) {
      const next = pageIn(position, direction, rows, size);
      if (next) unpin();
      return moveTo(next);
    },
    /** A pointer chose a tile: it gets the focus where it is, nothing moves. */
    pointAt(row: number, column: number) {
      const target = rows[row];
      if (!target) return;
      pinnedRow = topRow();
      pinnedShifts = { ...pinnedShifts, [target.key]: shiftOf(row) };
      const columns = position.columns.slice();
      columns[row] = column;
      moveTo({ row, columns });
    },
    /** Takes new rows and keeps the focus on the same tile, or on the one that took its place. */
    setRows(next: readonly ModelRow[]) {
      if (next === rows) return;
      const rowKey = rows[position.row]?.key ?? null;
      unpin();
      rows = next;
      tops = rowTops(rows);
      position = locate(rows, rowKey, tileKeys, position);
      mounted = { rows: NOTHING, tiles: [] };
      slide();
      remember();
      listeners.forEach((listener) => listener());
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The position whose row and tiles have the remembered keys; what is gone is replaced by what stands in its place. */
function locate(
  rows: readonly ModelRow[],
  rowKey: string | null,
  tileKeys: Readonly<Record<string, string>>,
  before: WallPosition,
): WallPosition {
  const found = rows.findIndex((row) => row.key === rowKey);
  const row = found >= 0 ? found : Math.max(0, Math.min(before.row, rows.length - 1));
  const columns = rows.map((candidate, index) => {
    const wanted = tileKeys[candidate.key];
    const fallback = index === row ? (before.columns[before.row] ?? 0) : 0;
    const column = wanted === undefined ? -1 : findTile(candidate, wanted);
    return column >= 0 ? column : Math.max(0, Math.min(fallback, candidate.count - 1));
  });
  return { row, columns };
}

function findTile(row: ModelRow, key: string): number {
  for (let index = 0; index < row.count; index += 1) {
    if (row.tileKey(index) === key) return index;
  }
  return -1;
}
