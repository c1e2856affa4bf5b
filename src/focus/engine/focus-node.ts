import type { RemoteKey } from '#platform/platform.ts';
import type { HoldNames } from './hold-choice.ts';
import type { KeyPress } from './key-handlers.ts';
import type { Axis, Direction } from './navigator.ts';

const DIRECTIONS: readonly RemoteKey[] = ['left', 'up', 'right', 'down'];
export const isDirection = (key: RemoteKey): key is Direction => DIRECTIONS.includes(key);

/** The effect of holding OK. */
export interface HoldAction {
  /** Time until the hold; default: `HOLD_MS.action`. */
  readonly afterMs?: number;
  /** What OK does, and what the hold does, for viewers who choose between them in a menu. */
  readonly names?: HoldNames | undefined;
  begin(): void;
  /** OK was released, or its press was cancelled. */
  end?(): void;
}

/** A focusable node: a leaf, or a wall that moves the focus among its tiles itself. */
export interface FocusNode {
  readonly key: string;
  readonly parentKey: string;
  readonly element: HTMLElement;
  /** Gives the element the real focus; a wall focuses its tile. */
  focusElement(): void;
  /** Returns whether the node used an arrow. */
  onArrow(direction: Direction, press: KeyPress): boolean;
  /** Null for a press by a pointer. */
  onPress(press: KeyPress | null): void;
  /** The effect of holding OK, or null without one. With one, OK acts on keyup. */
  holdAction?(): HoldAction | null;
  /** Returns whether the node used any other key. */
  onKey(press: KeyPress): boolean;
  /** A placeholder for loading content: it has the focus, and input waits for the content. */
  readonly isPlaceholder: boolean;
}

export interface FocusGroupNode {
  readonly key: string;
  readonly parentKey: string;
  readonly element: HTMLElement;
  readonly axis: Axis;
  readonly keepsColumn?: boolean;
  readonly isBoundary?: boolean;
  readonly preferredKey?: string;
}
