import type { WallRow } from './wall-row.ts';

/** Measures of a grid, in rem. */
export interface GridShape {
  readonly columns: number;
  readonly tileWidth: number;
  readonly tileHeight: number;
  readonly gap: number;
  /** Height of a row including the captions of its tiles. */
  readonly rowHeight: number;
  /** For letters above 130 %, where it does not follow from the others. */
  readonly large?: GridShape;
}

/** Measures for letters above 130 %; their script loads with such letters (docs/decisions/226). */
export interface LargeMeasures {
  /** The row with room for its texts; the same object for the same row. */
  row(row: WallRow): WallRow;
  grid(shape: GridShape): GridShape;
  /**
   * How far a list of rows scrolls when one of them gets the focus, in rem, from the drawn layout.
   *
   * @param height of the visible part, in rem
   */
  listShift(rows: readonly HTMLElement[], index: number, height: number): number;
}
