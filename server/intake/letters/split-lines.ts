import type { Page } from './pages.ts';

/** A line of letters as a page, with the middles of its wide gaps, in pixels from the left. */
export interface LinePage extends Page {
  readonly gaps: readonly number[];
}

/** Darker pixels belong to letters. */
const INK_BELOW = 128;
/** White above and below a line. */
const MARGIN = 18;
/** Rows that are part of a line though they are empty, such as those below the dot of an i, in pixels. */
const INNER_ROWS = 5;
/** Something lower than this share of the highest line is a part of a line beside it: dots, accents, marks. */
const LINE_SHARE = 0.4;
/** Of a line's height: a wider gap is a space of Korean. The gaps within its words take up to a quarter. */
const SPACE_SHARE = 0.3;

interface Band {
  top: number;
  bottom: number;
}

/** The lines of a page, from above: programs read one line at a time best. */
export const splitLines = (page: Page): LinePage[] => bandsOf(page).map((band) => cut(page, band));

function bandsOf({ width, height, pixels }: Page): Band[] {
  const bands: Band[] = [];
  for (let row = 0; row < height; row += 1) {
    if (!pixels.subarray(row * width, (row + 1) * width).some((value) => value < INK_BELOW)) continue;
    const last = bands.at(-1);
    if (last && row - last.bottom <= INNER_ROWS) last.bottom = row + 1;
    else bands.push({ top: row, bottom: row + 1 });
  }
  const least = Math.max(0, ...bands.map(({ top, bottom }) => bottom - top)) * LINE_SHARE;
  for (;;) {
    const small = bands.findIndex(({ top, bottom }) => bottom - top < least);
    const [before, band, after] = [bands[small - 1], bands[small], bands[small + 1]];
    if (!band || (!before && !after)) return bands;
    const isAbove = after === undefined || (before !== undefined && band.top - before.bottom < after.top - band.bottom);
    if (isAbove) before!.bottom = band.bottom;
    else after.top = band.top;
    bands.splice(small, 1);
  }
}

function cut({ width, pixels }: Page, { top, bottom }: Band): LinePage {
  const line = pixels.subarray(top * width, bottom * width);
  const page = new Uint8Array(width * (bottom - top + 2 * MARGIN)).fill(255);
  page.set(line, MARGIN * width);
  return { width, height: bottom - top + 2 * MARGIN, pixels: page, gaps: gapsOf(line, width) };
}

function gapsOf(line: Uint8Array, width: number): number[] {
  const least = (line.length / width) * SPACE_SHARE;
  const gaps: number[] = [];
  let lastInk: number | undefined;
  for (let column = 0; column < width; column += 1) {
    let isInk = false;
    for (let at = column; at < line.length && !isInk; at += width) isInk = (line[at] ?? 255) < INK_BELOW;
    if (!isInk) continue;
    if (lastInk !== undefined && column - lastInk - 1 >= least) gaps.push((lastInk + 1 + column) / 2);
    lastInk = column;
  }
  return gaps;
}
