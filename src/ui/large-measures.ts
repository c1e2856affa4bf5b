import type { GridShape, LargeMeasures, WallRow } from '#src/focus/index.ts';
import { listShift } from './list/list-shift.ts';

/*
 * Up to 130 % the room of a row is enough for its letters; from there to 200 % its tiles and the space of their captions
 * grow (docs/decisions/226).
 */

/** Width of a tile at the largest letters. */
const WIDER = 1.45;
/** At large letters, the number of a grid's columns is divided by this. */
const FEWER = 1.3;
/** What a row's title needs more at the largest letters, in rem, so that the ring of a tile stays below it. */
const HEAD_MORE = 0.9;
/** Lines and padding of a caption (tile.module.css), in rem: at normal size, and the room that rows have. */
const CAPTION = 8;
const CAPTION_ROOM = 6.5;

/** @param scale of the letters: 1.5 or 2 */
function createLargeMeasures(scale: number): LargeMeasures {
  const share = (scale - 1.3) / 0.7;
  const wider = 1 + (WIDER - 1) * share;
  const higher = { pictures: wider, texts: 1 + share, widths: 1 };
  const captionMore = CAPTION * scale - CAPTION_ROOM;
  const known = new WeakMap<WallRow, WallRow>();
  return {
    row(row) {
      if (!row.grows) return row;
      const before = known.get(row);
      if (before) return before;
      const tileHeight = row.tileHeight * higher[row.grows];
      // The row of tools above episodes has no title to be seen, and a row without a title has no room for one.
      const headMore = row.grows === 'widths' || row.headHeight === 0 ? 0 : HEAD_MORE * share;
      const more = tileHeight - row.tileHeight + (row.grows === 'pictures' ? captionMore : 0) + headMore;
      const made = {
        ...row,
        tileWidth: row.tileWidth * wider,
        tileHeight,
        headHeight: row.headHeight + headMore,
        height: row.height + more,
      };
      known.set(row, made);
      return made;
    },
    grid(shape: GridShape): GridShape {
      if (shape.large) return shape.large;
      const { columns, tileWidth, tileHeight, gap, rowHeight } = shape;
      const few = Math.round(columns / FEWER);
      const wide = (columns * (tileWidth + gap) - few * gap) / few;
      const high = (tileHeight * wide) / tileWidth;
      return {
        columns: few,
        tileWidth: wide,
        tileHeight: high,
        gap,
        rowHeight: high + rowHeight - tileHeight + captionMore,
      };
    },
    listShift,
  };
}

const measures = new Map([
  ['large-2', createLargeMeasures(1.5)],
  ['large-3', createLargeMeasures(2)],
]);

/**
 * The same object for the same letters.
 *
 * @param letters of the setting 글자 크기
 */
export const largeMeasuresOf = (letters: string): LargeMeasures | null => measures.get(letters) ?? null;
