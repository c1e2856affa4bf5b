import { memo, useId, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from 'react';
import type { RemoteKey } from '#platform/platform.ts';
import { systemClock } from '#src/lib/clock.ts';
import { useFocusEngine, useParentKey, useVisitMemory } from './focus-context.tsx';
import type { Direction } from './engine/navigator.ts';
import { pointerProps } from './engine/pointer.ts';
import type { FocusWallProps } from './focus-wall-props.ts';
import { focusElement } from './real-focus.ts';
import styles from './focus-wall.module.css';
import { createWallModel, type WallModel } from './wall-model.ts';
import type { Span } from './wall-arithmetic.ts';
import type { WallRow } from './wall-row.ts';
import { createTrackMover } from './wall-tracks.ts';

const PAGE_OF: Partial<Record<RemoteKey, Direction>> = {
  rewind: 'left',
  'fast-forward': 'right',
  'channel-up': 'up',
  'channel-down': 'down',
};

/**
 * Rows of tiles of any length, as one focusable node. Only a window of tiles is mounted, in pooled elements; a move is
 * one transform and one `focus()`, without a render while the window stays.
 */
export function FocusWall(props: FocusWallProps) {
  const { focusKey, width, height, keepsColumn = false, className, onFocusTile, handleRef } = props;
  const { firstHeight, insetLeft = 0, insetTop = 0, pageRows = 1, wheelLeaves } = props;
  const engine = useFocusEngine();
  const large = engine.largeMeasures();
  const rows = useMemo(() => (large ? props.rows.map(large.row) : props.rows), [props.rows, large]);
  const parentKey = useParentKey();
  const visit = useVisitMemory();
  const [model] = useState(() => {
    const memory = visit.walls.get(focusKey);
    const measures = { width, height, keepsColumn, later: afterFrame, isPointing: engine.isPointing() };
    return createWallModel(rows, { ...measures, ...(!memory && { firstHeight }) }, memory ?? props.initial);
  });
  const shell = useRef<HTMLDivElement>(null);
  const latest = useRef({ rows, onFocusTile });
  const mounted = useSyncExternalStore(model.subscribe, model.window);

  useLayoutEffect(() => {
    latest.current = { rows, onFocusTile };
    model.setRows(rows);
  }, [model, rows, onFocusTile]);

  useLayoutEffect(() => {
    let isOver = false;
    const grow = () => {
      if (!isOver && model.grow()) afterFrame(grow);
    };
    if (firstHeight !== undefined) afterFrame(grow);
    return () => {
      isOver = true;
    };
  }, [model, rows, firstHeight]);

  useLayoutEffect(() => {
    const element = shell.current;
    if (!element) return;
    const tellTile = () => {
      const row = latest.current.rows[model.row()];
      if (row) latest.current.onFocusTile?.(row.key, model.columnOf(model.row()));
    };
    const remember = () => {
      const memory = model.memory();
      if (memory) visit.walls.set(focusKey, memory);
    };
    const show = (hasOneRowMoved = false) => {
      // Keys also come back to a tile that the pointer chose at the panel's edge.
      if (!engine.isPointing()) model.unpin();
      // Focus first, before any style changes: focusing forces a style recalculation.
      focusTile(element, model);
      applyShifts(element, model, engine.isHolding(), hasOneRowMoved ? model.row() : undefined);
      remember();
      tellTile();
    };
    const focusedRow = () => latest.current.rows[model.row()];
    const stay = () => {
      model.stay();
      remember();
    };
    const removeNode = engine.addNode({
      key: focusKey,
      parentKey,
      element,
      isPlaceholder: false,
      focusElement: () => show(),
      onArrow(direction) {
        const isPinned = model.isPinned();
        const hasMoved = model.move(direction);
        if (hasMoved || isPinned) show(!isPinned);
        return hasMoved;
      },
      onPress() {
        stay();
        focusedRow()?.onPress(model.columnOf(model.row()));
      },
      holdAction() {
        const row = focusedRow();
        const column = model.columnOf(model.row());
        if (!row?.onHold) return null;
        stay();
        return { begin: () => row.onHold?.(column), names: row.holdNames };
      },
      onKey(press) {
        if (focusedRow()?.onKey?.(model.columnOf(model.row()), press)) {
          stay();
          return true;
        }
        const direction = PAGE_OF[press.key];
        if (!direction) return false;
        engine.endPointing();
        const isAlongRow = direction === 'left' || direction === 'right';
        const channelStep = focusedRow()?.channelStep;
        if (!isAlongRow && channelStep && model.page(direction === 'up' ? 'left' : 'right', channelStep)) {
          show();
          return true;
        }
        const pitch = (focusedRow()?.tileWidth ?? width) + (focusedRow()?.gap ?? 0);
        if (model.page(direction, isAlongRow ? Math.max(1, Math.floor(width / pitch)) : pageRows) || model.isPinned())
          show();
        return true;
      },
    });
    const removeWheel = engine.addWheel({
      key: focusKey,
      element,
      turn(direction) {
        const isIn = engine.isFocused(focusKey);
        // Down enters the wall first, at the tile where it was left.
        if ((!isIn && direction === 'down') || model.move(direction)) engine.focus(focusKey);
        else if (isIn && wheelLeaves && direction === 'up') engine.leave(direction);
      },
    });
    if (handleRef) {
      handleRef.current = {
        place(rowKey, column, isEntered) {
          model.place(rowKey, column, isEntered);
          if (isEntered && !engine.isFocused(focusKey)) engine.focus(focusKey);
          else if (isEntered) show();
          else applyShifts(element, model, engine.isHolding());
        },
      };
    }
    // New rows may have another tile under the focus. A larger window alone does not: an unvisited wall has no memory.
    let knownRows = model.rows();
    const unsubscribeModel = model.subscribe(() => {
      if (model.rows() !== knownRows) remember();
      knownRows = model.rows();
      if (engine.isFocused(focusKey)) tellTile();
    });
    return () => {
      if (handleRef) handleRef.current = null;
      removeWheel();
      removeNode();
      unsubscribeModel();
    };
  }, [engine, model, visit, focusKey, parentKey, width, pageRows, wheelLeaves, handleRef]);

  // Position mounted or reused slots as in the model, and keep the focus on the focused tile.
  useLayoutEffect(() => {
    const element = shell.current;
    if (!element) return;
    // Rows that change above a pinned one must not be seen to move it.
    applyShifts(element, model, engine.isHolding() || model.isPinned());
    if (engine.isFocused(focusKey)) focusTile(element, model);
  }, [engine, model, mounted, rows, focusKey]);

  const handlers = useTileHandlers(model, () => engine.point(focusKey));
  const rowSlots: ReactNode[] = [];
  const rowPool = poolSize(mounted.rows);
  for (let index = mounted.rows.first; index < mounted.rows.last; index += 1) {
    const row = rows[index];
    const tiles = mounted.tiles[index];
    if (row && tiles) {
      rowSlots[index % rowPool] = (
        <WallRowView
          key={index % rowPool}
          row={row}
          index={index}
          top={model.topOf(index)}
          tiles={tiles}
          {...handlers}
        />
      );
    }
  }
  return (
    <div ref={shell} className={`${styles.wall} ${className ?? ''}`} style={{ height: `${insetTop + height}rem` }}>
      <div className={styles.track} style={{ left: `${insetLeft}rem`, top: `${insetTop}rem` }}>
        {rowSlots}
      </div>
    </div>
  );
}

/**
 * Slots of a window: no two indices of a window share one, and new indices reuse free ones. Slots keep their document
 * order, whatever they show: otherwise React would move elements, with a new layout of their contents.
 */
const poolSize = (span: Span) => Math.max(1, span.last - span.first);

interface TileHandlers {
  readonly onHoverTile: (row: number, column: number) => void;
}

function useTileHandlers(model: WallModel, focusWall: () => void): TileHandlers {
  const [handlers] = useState<TileHandlers>(() => ({
    onHoverTile(row, column) {
      model.pointAt(row, column);
      focusWall();
    },
  }));
  return handlers;
}

interface WallRowViewProps extends TileHandlers {
  readonly row: WallRow;
  readonly index: number;
  readonly top: number;
  readonly tiles: Span;
}

const WallRowView = memo(function WallRowView({ row, index, top, tiles, onHoverTile }: WallRowViewProps) {
  const slots: ReactNode[] = [];
  const headId = useId();
  const pool = poolSize(tiles);
  for (let column = tiles.first; column < Math.min(tiles.last, row.count); column += 1) {
    slots[column % pool] = (
      <WallTile key={column % pool} row={row} rowIndex={index} column={column} onHoverTile={onHoverTile} />
    );
  }
  return (
    <div
      className={styles.row}
      style={{ transform: `translate3d(0, ${top}rem, 0)` }}
      role="group"
      aria-labelledby={row.head === null ? undefined : headId}
    >
      <div id={headId} className={styles.head} style={{ height: `${row.headHeight}rem` }}>
        {row.head}
      </div>
      <div className={styles.track} data-row-track={index}>
        {slots}
      </div>
    </div>
  );
});

interface WallTileProps extends TileHandlers {
  readonly row: WallRow;
  readonly rowIndex: number;
  readonly column: number;
}

const WallTile = memo(function WallTile({ row, rowIndex, column, onHoverTile }: WallTileProps) {
  return (
    <div
      className={styles.tile}
      style={{
        width: `${row.tileWidth}rem`,
        height: `${row.tileHeight}rem`,
        transform: `translate3d(${column * (row.tileWidth + row.gap)}rem, 0, 0)`,
      }}
      role="button"
      tabIndex={-1}
      aria-label={`${row.tileLabel(column)}, ${row.ordinalLabel?.(column) ?? `${row.count}개 중 ${column + 1}번째`}`}
      data-focus-key={`${row.key}/${row.tileKey(column)}`}
      data-plays={row.plays?.(column)}
      {...pointerProps(
        () => onHoverTile(rowIndex, column),
        () => row.onPress(column),
      )}
    >
      {row.renderTile(column)}
    </div>
  );
});

/** After the next frame is drawn, and before the one after it, which would otherwise be drawn only for this. */
function afterFrame(run: () => void) {
  requestAnimationFrame(() => requestAnimationFrame(run));
}

/** For all walls. Nothing moves with reduced motion, by the setting or on a slow set. */
const moveTrack = createTrackMover(systemClock, () => document.documentElement.dataset['motion'] === 'reduced');

/** Writes the model's shifts to the tracks of all rows or one row: transforms only, without reading layout. */
function applyShifts(shell: HTMLElement, model: WallModel, isHeld: boolean, onlyRow?: number) {
  const wallTrack = shell.firstElementChild as HTMLElement | null;
  if (!wallTrack) return;
  moveTrack(wallTrack, 'y', model.shift(), isHeld);
  const { first, last } = onlyRow === undefined ? model.window().rows : { first: onlyRow, last: onlyRow + 1 };
  for (let row = first; row < last; row += 1) {
    const track = findRowTrack(wallTrack, model, row);
    if (track) moveTrack(track, 'x', model.shiftOf(row), isHeld);
  }
}

function focusTile(shell: HTMLElement, model: WallModel) {
  const tile = findTile(shell, model);
  if (tile && tile !== document.activeElement) focusElement(tile);
}

/** The track of a mounted row, by its slot; null while another window is drawn. */
function findRowTrack(wallTrack: Element, model: WallModel, row: number): HTMLElement | null {
  const slot = wallTrack.children[row % poolSize(model.window().rows)];
  const track = slot?.lastElementChild as HTMLElement | null | undefined;
  return track?.getAttribute('data-row-track') === String(row) ? track : null;
}

function findTile(shell: HTMLElement, model: WallModel): HTMLElement | null {
  const row = model.row();
  const tiles = model.window().tiles[row];
  const track = shell.firstElementChild && findRowTrack(shell.firstElementChild, model, row);
  if (!tiles || !track) return null;
  const tile = track.children[model.columnOf(row) % poolSize(tiles)] as HTMLElement | undefined;
  return tile?.getAttribute('data-focus-key') === model.focusedKey() ? tile : null;
}
