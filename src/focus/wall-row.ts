import type { ReactNode } from 'react';
import type { HoldNames } from './engine/hold-choice.ts';
import type { KeyPress } from './engine/key-handlers.ts';
import type { ModelRow } from './wall-model.ts';

/** A row of a wall. Keep the object while it means the same: a new one renders all its tiles again. */
export interface WallRow extends ModelRow {
  /** Room above the tiles for the title, in rem; part of `height`. */
  readonly headHeight: number;
  readonly head: ReactNode;
  readonly tileHeight: number;
  /** How its measures follow the letters; without it, they do not. */
  readonly grows?: 'pictures' | 'texts' | 'widths';
  renderTile(index: number): ReactNode;
  /** Spoken label of a tile; its ordinal in the row is added. */
  tileLabel(index: number): string;
  /** Its ordinal, where rows are lines of one list: "1,024개 중 3번째". */
  ordinalLabel?(index: number): string;
  onPress(index: number): void;
  /** The episode that OK plays. */
  plays?(index: number): number | undefined;
  /** Step of the channel keys along a long row; at its ends they lead to the next row. */
  readonly channelStep?: number;
  /** The effect of holding OK; without it OK acts on keydown. */
  onHold?(index: number): void;
  /** Names of both effects of OK, for viewers who choose between them in a menu. */
  readonly holdNames?: HoldNames | undefined;
  /** Returns whether it used a key; receives neither arrows nor OK. */
  onKey?(index: number, press: KeyPress): boolean;
}
