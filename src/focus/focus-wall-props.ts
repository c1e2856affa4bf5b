import type { RefObject } from 'react';
import type { WallMemory } from './engine/visit-memory.ts';
import type { WallRow } from './wall-row.ts';

export interface FocusWallProps {
  readonly focusKey: string;
  readonly rows: readonly WallRow[];
  /** Width of the visible part, in rem. */
  readonly width: number;
  readonly height: number;
  /** The visible height at the first draw, if less, in rem: on a first visit, the rows below are mounted after it. */
  readonly firstHeight?: number;
  /** Left position of the focused tile in the wall, in rem; earlier tiles may be visible up to the wall's edge. */
  readonly insetLeft?: number;
  readonly insetTop?: number;
  readonly keepsColumn?: boolean;
  /** Whether the wheel leaves the wall above its first row. */
  readonly wheelLeaves?: boolean;
  /** Step of the channel keys in rows. */
  readonly pageRows?: number;
  readonly className?: string | undefined;
  /** Position of the wall on a first visit. */
  readonly initial?: WallMemory | undefined;
  /** Set while mounted. */
  readonly handleRef?: RefObject<WallHandle | null> | undefined;
  /** Called with every move, and when the wall gets the focus or its focused tile changes. */
  readonly onFocusTile?: (rowKey: string, index: number) => void;
}

export interface WallHandle {
  /** Sets the tile of a row, at any distance; the focus goes there only when wanted. */
  place(rowKey: string, column: number, isEntered: boolean): void;
}
