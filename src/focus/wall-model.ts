import type { Direction } from './navigator.ts';
import type { WallMemory } from './place.ts';
import {
  covers,
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
  /** Puts off until the move is drawn what only the next one needs. Without it nothing is put off. */
  readonly later?: (run: () => void) => void;
}

/** What is mounted: rows from `first` to `last`, and the span of tiles in each of them. */
export interface WallWindow {
  readonly rows: Span;
  readonly tiles: readonly Span[];
}

/** Mounted beside what can be seen: a row on each side; two tiles before, which glide out of sight, and one after. */
const ROW_SLACK = 2;
const TILE_SLACK = 3;
const NOTHING: Span = { first: 0, last: 0 };

export type WallModel = ReturnType<typeof createWallModel>;

/** The state of a wall without its elements: where the focus is, what is mounted, how far rows stand moved. */
export function createWallModel(initial: readonly ModelRow[], measures: WallMeasures, memory: WallMemory | undefined) {
  let rows = initial;
  let tops = rowTops(rows);
  /** Last focused tile of each row, by key: it finds its tile again when rows or tiles changed their places. */
  const tileKeys: Record<string, string> = { ...memory?.tileKeys };
  let position = locate(rows, memory?.rowKey ?? null, tileKeys, { row: 0, columns: [] });
  /** The tile one left, while it is not there: it gets the focus when it comes, unless the viewer has gone elsewhere. */
  let missing = memory && !hasTile(rows, memory.rowKey, memory.tileKeys[memory.rowKey]) ? memory : null;
  let mounted: WallWindow = { rows: NOTHING, tiles: [] };
  /** Where rows and wall stood when a pointer chose a tile: they stay until the next arrow, or tiles would flee it. */
  let pinnedShifts: Record<string, number> = {};
  let pinnedRow: number | null = null;
  /** Whether the window will be slid after the frame. */
  let isBehind = false;
  const listeners = new Set<() => void>();

  const columnOf = (row: number) => position.columns[row] ?? 0;
  const shiftOf = (index: number) => {
    const row = rows[index];
    return row ? (pinnedShifts[row.key] ?? rowShift(row, columnOf(index), measures.width)) : 0;
  };

  /** Tiles that a row may ever show, in part too; rows that the wall may. */
  const tileWindow = (row: ModelRow) => Math.ceil(measures.width / (row.tileWidth + row.gap)) + 1 + TILE_SLACK;
  const rowWindow = () => {
    let most = 1;
    for (let index = 0; index < rows.length; index += 1) {
      const { first, last } = visibleRows(tops, index, measures.height);
      most = Math.max(most, last - first);
    }
    return most + ROW_SLACK;
  };
  let rowWindowSize = rowWindow();
  const neededRows = () => visibleRows(tops, topRow(), measures.height);
  const neededTiles = (row: ModelRow, index: number) => visibleTiles(row, shiftOf(index), measures.width);

  const topRow = () => pinnedRow ?? position.row;
  const unpin = () => {
    pinnedShifts = {};
    pinnedRow = null;
  };

  /** The window for where the focus is now; the same object while the mounted one will do. */
  const neededWindow = (): WallWindow => {
    const span = slideWindow(mounted.rows, neededRows(), rows.length, rowWindowSize);
    const tiles: Span[] = [];
    let isSame = span === mounted.rows;
    for (let index = span.first; index < span.last; index += 1) {
      const row = rows[index];
      const before = mounted.tiles[index] ?? NOTHING;
      const now = row ? slideWindow(before, neededTiles(row, index), row.count, tileWindow(row)) : NOTHING;
      tiles[index] = now;
      isSame = isSame && now === before;
    }
    return isSame ? mounted : { rows: span, tiles };
  };

  const remember = () => {
    const row = rows[position.row];
    if (missing === null && row && row.count > 0) tileKeys[row.key] = row.tileKey(columnOf(position.row));
  };

  const catchUp = () => {
    isBehind = false;
    const next = neededWindow();
    if (next === mounted) return;
    mounted = next;
    listeners.forEach((listener) => listener());
  };

  /** Whether everything that can be seen from here is mounted, so that the move can be drawn as it is. */
  const isDrawable = () => {
    const needed = neededRows();
    if (!covers(mounted.rows, needed, rows.length, 0)) return false;
    for (let index = needed.first; index < needed.last; index += 1) {
      const row = rows[index];
      if (row && !covers(mounted.tiles[index] ?? NOTHING, neededTiles(row, index), row.count, 0)) return false;
    }
    return true;
  };

  const moveTo = (next: WallPosition | null): boolean => {
    if (!next) return false;
    missing = null;
    position = next;
    remember();
    if (!measures.later || !isDrawable()) {
      catchUp();
    } else if (!isBehind && neededWindow() !== mounted) {
      isBehind = true;
      measures.later(() => {
        if (isBehind) catchUp();
      });
    }
    return true;
  };

  mounted = neededWindow();
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
    /** Whether rows stand where a pointer found them: the next arrow moves them all to their places. */
    isPinned: () => pinnedRow !== null,
    /** Key of the tile under the focus, unique on the wall. */
    focusedKey(): string | null {
      const row = rows[position.row];
      return row && row.count > 0 ? `${row.key}/${row.tileKey(columnOf(position.row))}` : null;
    },
    /** For the next visit. It lives on with this wall: whoever changes it takes a copy. */
    memory(): WallMemory | null {
      const row = rows[position.row];
      return missing ?? (row ? { rowKey: row.key, tileKeys } : null);
    },
    /** Whether the arrow led to another tile. */
    move(direction: Direction) {
      const next = moveIn(position, direction, rows, measures.keepsColumn);
      if (next) unpin();
      return moveTo(next);
    },
    page(direction: Direction, size: number) {
      const next = pageIn(position, direction, rows, size, measures.keepsColumn);
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
    /** The viewer uses the tile under the focus: what was left elsewhere is not waited for any more. */
    stay() {
      missing = null;
      remember();
    },
    /** Takes new rows and keeps the focus on the same tile, or on the one that took its place. */
    setRows(next: readonly ModelRow[]) {
      if (next === rows) return;
      const rowKey = missing?.rowKey ?? rows[position.row]?.key ?? null;
      unpin();
      rows = next;
      if (missing && hasTile(rows, missing.rowKey, missing.tileKeys[missing.rowKey])) missing = null;
      tops = rowTops(rows);
      rowWindowSize = rowWindow();
      position = locate(rows, rowKey, tileKeys, position);
      mounted = { rows: NOTHING, tiles: [] };
      mounted = neededWindow();
      remember();
      listeners.forEach((listener) => listener());
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Whether a row is there and has a tile; no tile in particular is any. */
const hasTile = (rows: readonly ModelRow[], rowKey: string, tileKey: string | undefined) =>
  rows.some((row) => row.key === rowKey && (tileKey === undefined || findTile(row, tileKey) >= 0));

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
