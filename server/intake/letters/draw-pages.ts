import sharp from 'sharp';
import type { PictureCue } from '#contract/rules/picture-cue.ts';
import { inkOf } from './ink.ts';
import type { Page } from './pages.ts';

/** The part of a sheet that has a text. */
export type Cell = Pick<PictureCue, 'x' | 'y' | 'width' | 'height'>;

export interface CellToDraw extends Cell {
  /** Lines of the whole picture in which the cell lies: sheets are made smaller where they would be too large. */
  readonly lines: number;
}

/** Pictures are enlarged as if the film had so many lines: letters are then about 40 pixels high. */
const WANTED_LINES = 810;
const MOST_SCALE = 4;
/** White around the letters, in pixels of the sheet. */
const MARGIN = 12;
/** A page of so many pixels or more is not enlarged further. */
const MOST_PIXELS = 6_000_000;

/** Draws the letters of cells black on white, as programs read them. */
export async function drawPages(sheet: Buffer, cells: readonly CellToDraw[]): Promise<Page[]> {
  const image = await sharp(sheet).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = image.info;
  const pages: Page[] = [];
  for (const cell of cells) {
    if (cell.x + cell.width > width || cell.y + cell.height > height)
      throw new RangeError('a cell outside of its sheet');
    pages.push(await enlarge(framedPage(cut(image.data, width, cell), cell), cell.lines));
  }
  return pages;
}

function cut(pixels: Uint8Array, sheetWidth: number, { x, y, width, height }: Cell): Uint8Array {
  const part = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row += 1) {
    const from = ((y + row) * sheetWidth + x) * 4;
    part.set(pixels.subarray(from, from + width * 4), row * width * 4);
  }
  return part;
}

function framedPage(pixels: Uint8Array, { width, height }: Cell): Page {
  const ink = inkOf(pixels, { width, height });
  const size = { width: width + 2 * MARGIN, height: height + 2 * MARGIN };
  const page = new Uint8Array(size.width * size.height).fill(255);
  for (let row = 0; row < height; row += 1) {
    const to = (row + MARGIN) * size.width + MARGIN;
    for (let column = 0; column < width; column += 1) page[to + column] = 255 - (ink[row * width + column] ?? 0);
  }
  return { ...size, pixels: page };
}

async function enlarge({ width, height, pixels }: Page, lines: number): Promise<Page> {
  const wanted = Math.min(MOST_SCALE, Math.max(1, WANTED_LINES / lines));
  const scale = Math.max(1, Math.min(wanted, Math.sqrt(MOST_PIXELS / (width * height))));
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const { data } = await sharp(pixels, { raw: { width, height, channels: 1 } })
    .resize({ ...size, fit: 'fill', kernel: 'cubic' })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { ...size, pixels: data };
}
