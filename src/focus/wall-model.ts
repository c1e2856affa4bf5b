import { createListeners } from '#src/lib/listeners.ts';
import type { Direction } from './engine/navigator.ts';
import type { WallMemory, WallPins } from './engine/visit-memory.ts';
import {
  covers,
  moveIn,
  pageIn,
  rowShift,
  rowTops,
  slideWindow,
  visibleRows,
  visibleTiles,
  withColumn,
  type RowGeometry,
  type Span,
  type WallPosition,
} from './wall-arithmetic.ts';

/** A row of the model: its measures, and a stable key per tile. */
export interface ModelRow extends RowGeometry {
  tileKey(index: number): string;
  /** Height of what stays visible above the row while it is at the top, in rem: the row before it that chooses from it. */
  readonly lead?: number;
}

export interface WallMeasures {
  /** Width of the visible part, in rem. */
  readonly width: number;
  readonly height: number;
  /** A grid keeps the column when the focus changes rows; a wall of rows restores the last tile. */
  readonly keepsColumn: boolean;
  /** Defers work that only the next move needs until the current one is drawn. Without it, nothing is deferred. */
  readonly later?: (run: () => void) => void;
  /** The visible height on a first visit, if less than `height`: only what it shows is mounted at first. */
  readonly firstHeight?: number | undefined;
  /** Whether the viewer uses the pointer: then the wall appears as it was left, because the pointer still rests on it. */
  readonly isPointing?: boolean;
}

/** The mounted range: rows from `first` to `last`, and the span of tiles in each. */
export interface WallWindow {
  readonly rows: Span;
  readonly tiles: readonly Span[];
}

/** Mounted beyond the visible part: a row on each side; two tiles that slide out of sight, and those of the next moves. */
const ROW_SLACK = 2;
const ROWS_BEHIND = 1;
const TILE_SLACK = 5;
const TILES_BEHIND = 2;
const NOTHING: Span = { first: 0, last: 0 };
const UNMOUNTED: WallWindow = { rows: NOTHING, tiles: [] };

export type WallModel = ReturnType<typeof createWallModel>;

/** The state of a wall without its elements: focus, mounted window, and scroll offsets of rows. */
export function createWallModel(initial: readonly ModelRow[], measures: WallMeasures, memory: WallMemory | undefined) {
  let rows = initial;
  let tops = rowTops(rows);
  /** Last focused tile of each row, by key, which survives reordering. */
  const tileKeys: Record<string, string> = { ...memory?.tileKeys };
  let position = locate(rows, memory?.rowKey ?? null, tileKeys, { row: 0, columns: [] });
  /** The tile to restore while it is missing: it gets the focus when it arrives, unless the viewer has moved. */
  let missing = memory && !hasTile(rows, memory.rowKey, memory.tileKeys[memory.rowKey]) ? memory : null;
  let mounted = UNMOUNTED;
  /** Tiles that are mounted beyond the visible ones. None on a first visit until the first draw, which has to be fast. */
  let tileSlack = memory || measures.firstHeight === undefined ? TILE_SLACK : 0;
  /** Whether only the first rows of the window are mounted. */
  let isPartial = false;
  /** Offsets when a pointer chose a tile: they stay until the next arrow, because tiles must not move under the pointer. */
  let pins: WallPins | null = (measures.isPointing && memory?.pins) || null;
  /** Whether the window will move after the frame. */
  let isBehind = false;
  const changes = createListeners();

  const columnOf = (row: number) => position.columns[row] ?? 0;
  const shiftOf = (index: number) => {
    const row = rows[index];
    if (!row) return 0;
    const pinned = pins?.shifts[row.key];
    return pinned === undefined
      ? rowShift(row, columnOf(index), measures.width)
      : Math.max(0, Math.min(pinned, rowShift(row, row.count - 1, measures.width)));
  };
  /** Vertical offset of the whole wall, in rem. */
  const shift = () => {
    const row = pins ? rows.length - 1 : position.row;
    return Math.min(pins?.top ?? Infinity, (tops[row] ?? 0) - (rows[row]?.lead ?? 0));
  };

  /** Maximum number of visible tiles of a row, partly visible ones included, plus slack; and of rows. */
  const tileWindow = (row: ModelRow) => Math.ceil(measures.width / (row.tileWidth + row.gap)) + 1 + tileSlack;
  const rowWindow = () => {
    let most = 1;
    for (let index = 0; index < rows.length; index += 1) {
      const { first, last } = visibleRows(tops, index, measures.height);
      most = Math.max(most, last - first);
    }
    return most + ROW_SLACK;
  };
  let rowWindowSize = rowWindow();
  const neededRows = () => visibleRows(tops, topRow(), measures.height + shift() - (tops[topRow()] ?? 0));
  const neededTiles = (row: ModelRow, index: number) => visibleTiles(row, shiftOf(index), measures.width);

  const topRow = () => {
    const top = shift();
    let row = 0;
    while (row < rows.length - 1 && (tops[row + 1] ?? 0) <= top) row += 1;
    return row;
  };

  /** The window for the current focus; the same object while the mounted one suffices. */
  const neededWindow = (): WallWindow => {
    const current = isPartial ? UNMOUNTED : mounted;
    const span = slideWindow(current.rows, neededRows(), rows.length, rowWindowSize, ROWS_BEHIND);
    const tiles: Span[] = [];
    let isSame = span === mounted.rows;
    for (let index = span.first; index < span.last; index += 1) {
      const row = rows[index];
      const before = current.tiles[index] ?? NOTHING;
      const now = row
        ? slideWindow(before, neededTiles(row, index), row.count, tileWindow(row), TILES_BEHIND)
        : NOTHING;
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
    isPartial = false;
    if (next === mounted) return;
    mounted = next;
    changes.tell();
  };

  /** Whether all visible tiles are mounted, so that the move can be drawn directly. */
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

  /** Mounts the window. If it begins at the first row, then only its rows before `last`; a larger one keeps their elements. */
  const mountTo = (last: number) => {
    mounted = UNMOUNTED;
    const whole = neededWindow();
    isPartial = whole.rows.first === 0 && last < whole.rows.last;
    mounted = isPartial ? { rows: { first: 0, last }, tiles: whole.tiles.slice(0, last) } : whole;
  };
  /** The rows that are seen before the viewer enters the wall. */
  const rowsAtFirst = () =>
    shift() > 0 ? Infinity : Math.max(visibleRows(tops, 0, measures.firstHeight ?? Infinity).last, position.row + 1);

  mountTo(rowsAtFirst());
  tileSlack = TILE_SLACK;
  remember();

  return {
    rows: () => rows,
    row: () => position.row,
    columnOf,
    shiftOf,
    shift,
    topOf: (row: number) => tops[row] ?? 0,
    window: () => mounted,
    /** Mounts one more row of the window, so that a key is handled between two; false when it is whole. */
    grow(): boolean {
      if (!isPartial) return false;
      mountTo(mounted.rows.last + 1);
      changes.tell();
      return isPartial;
    },
    /** Whether a pointer pinned the rows: the next arrow moves them to their regular positions. */
    isPinned: () => pins !== null,
    /** Moves the rows to their regular positions without another focus. */
    unpin() {
      if (!pins) return;
      pins = null;
      catchUp();
    },
    /** Key of the focused tile, unique on the wall. */
    focusedKey(): string | null {
      const row = rows[position.row];
      return row && row.count > 0 ? `${row.key}/${row.tileKey(columnOf(position.row))}` : null;
    },
    /** Memory for the next visit. Not a copy: callers that change it must copy it. */
    memory(): WallMemory | null {
      const row = rows[position.row];
      return missing ?? (row ? { rowKey: row.key, tileKeys, pins } : null);
    },
    /** Returns whether the arrow moved the focus to another tile. */
    move(direction: Direction) {
      const next = moveIn(position, direction, rows, measures.keepsColumn);
      if (next) pins = null;
      return moveTo(next);
    },
    page(direction: Direction, size: number) {
      const next = pageIn(position, direction, rows, size, measures.keepsColumn);
      if (next) pins = null;
      return moveTo(next);
    },
    /** Sets the tile of a row, at any distance; the focus goes there only when wanted. */
    place(rowKey: string, column: number, isEntered: boolean) {
      const row = rows.findIndex(({ key }) => key === rowKey);
      if (row < 0) return;
      if (isEntered) pins = missing = null;
      tileKeys[rowKey] = rows[row]?.tileKey(column) ?? '';
      position = { row: isEntered ? row : position.row, columns: withColumn(position.columns, row, column) };
      catchUp();
    },
    /** A pointer chose a tile, which gets the focus without any scrolling. */
    pointAt(row: number, column: number) {
      const target = rows[row];
      if (!target) return;
      pins = { top: shift(), shifts: { ...pins?.shifts, [target.key]: shiftOf(row) } };
      moveTo({ row, columns: withColumn(position.columns, row, column) });
    },
    /** The viewer uses the focused tile, so the missing tile is no longer restored. */
    stay() {
      missing = null;
      remember();
    },
    /**
     * Replaces the rows and keeps the focus on its tile, or on the one in its place; a tile that the pointer chose stays
     * where it is.
     */
    setRows(next: readonly ModelRow[]) {
      if (next === rows) return;
      const rowKey = missing?.rowKey ?? rows[position.row]?.key ?? null;
      const top = shift() - (tops[position.row] ?? 0);
      const shifts: Record<string, number> = {};
      rows.forEach((row, index) => (shifts[row.key] = shiftOf(index)));
      const column = columnOf(position.row);
      const before = rows;
      rows = next;
      if (missing && hasTile(rows, missing.rowKey, missing.tileKeys[missing.rowKey])) missing = null;
      tops = rowTops(rows);
      rowWindowSize = rowWindow();
      position = locate(rows, rowKey, tileKeys, position, before);
      const now = rows[position.row];
      if (pins && now) {
        if (now.key === rowKey)
          shifts[rowKey] = (shifts[rowKey] ?? 0) + (columnOf(position.row) - column) * (now.tileWidth + now.gap);
        else delete shifts[now.key];
        pins = { top: Math.max(0, top + (tops[position.row] ?? 0)), shifts };
      }
      mountTo(Math.max(rowsAtFirst(), mounted.rows.last));
      remember();
      changes.tell();
    },
    subscribe: changes.subscribe,
  };
}

/** Whether a row exists and contains a tile; undefined matches any tile. */
const hasTile = (rows: readonly ModelRow[], rowKey: string, tileKey: string | undefined) =>
  rows.some((row) => row.key === rowKey && (tileKey === undefined || findTile(row, tileKey) >= 0));

/** The position of the remembered keys; removed ones are replaced by what is in their place. */
function locate(
  rows: readonly ModelRow[],
  rowKey: string | null,
  tileKeys: Readonly<Record<string, string>>,
  before: WallPosition,
  rowsBefore: readonly ModelRow[] = [],
): WallPosition {
  const found = rows.findIndex((row) => row.key === rowKey);
  const row = found >= 0 ? found : Math.max(0, Math.min(before.row, rows.length - 1));
  const columns = rows.map((candidate, index) => {
    const wanted = tileKeys[candidate.key];
    const place = index === row ? before.row : rowsBefore.findIndex(({ key }) => key === candidate.key);
    const fallback = before.columns[place] ?? 0;
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
