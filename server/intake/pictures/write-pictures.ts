import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { MOST_SHEETS, type PicturePlace, writePictureCue } from '#contract/rules/picture-cue.ts';
import type { Picture, Size } from './picture.ts';
import type { PictureCue } from './picture-cues.ts';
import { type FilmSize, placeIn } from './picture-place.ts';

/** How exact pictures are. */
interface Quality {
  /** Lines of a canvas: larger ones are made smaller, as text of these can be read from a sofa. */
  readonly lines: number;
  /** Of transparency, and of each colour where a picture has more than the strongest ones. */
  readonly steps: number;
}

/** The first one that fits into the bytes of an hour, else the last one. */
const QUALITIES: readonly Quality[] = [
  { lines: 720, steps: 2 },
  { lines: 540, steps: 2 },
  { lines: 480, steps: 1 },
  { lines: 432, steps: 1 },
  { lines: 400, steps: 1 },
];
/** With the text that says where each picture is. */
const BYTES_AN_HOUR = 512_000;
/** The last quality may take this many times as much; pictures beyond it are left out. */
const MOST_SHARE = 8;
/** A short clip may have as many as this. */
const LEAST_HOURS = 1 / 6;
const SHEET: Size = { width: 1280, height: 2048 };
/** A player loads a sheet of this length at once, in seconds. */
const SHEET_SECONDS = 300;
/** Between two pictures, so that none shows an edge of its neighbour. */
const GAP = 2;
/** Of the opaque part of a picture. */
const MIDDLE_SHARE = 0.15;
/** More than any film has; a crafted file must not fill the disk or the memory of televisions. */
const MOST_CUES = 20_000;

/** Where a picture is within the sheets. */
interface Cell extends Size {
  /** Counted from 1. */
  readonly sheet: number;
  readonly x: number;
  readonly y: number;
}

interface WrittenCue {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly cell: Cell;
  readonly place: PicturePlace;
  readonly isForced: boolean;
}

export interface PicturesToDraw {
  /** Reads the track from its start. */
  readonly cues: () => Iterable<PictureCue>;
  readonly film: FilmSize;
  /** Of the clip. */
  readonly seconds: number;
}

interface DrawnPictures {
  /** Files of WebP. */
  readonly sheets: readonly Buffer[];
  /** WebVTT of all pictures, and of those that also viewers need who understand the sound. */
  readonly all: string;
  readonly forced: string | null;
  readonly isForcedAlone: boolean;
  readonly bytes: number;
  /** Pictures that are left out because there are too many. */
  readonly left: number;
}

export interface WrittenPictures extends Omit<DrawnPictures, 'sheets'> {
  /** Names of their files. */
  readonly sheets: readonly string[];
}

/** Writes the pictures of a track as files, whose names begin with `name`. @returns undefined for a track without any. */
export async function writePictures({
  folder,
  name,
  ...options
}: PicturesToDraw & { folder: string; name: string }): Promise<WrittenPictures | undefined> {
  const drawn = await drawPictures(options);
  if (!drawn) return undefined;
  const names = sheetNames(name, drawn.sheets.length);
  for (const [index, file] of names.entries()) await writeFile(join(folder, file), drawn.sheets[index] ?? '');
  return { ...drawn, sheets: names };
}

export const sheetNames = (name: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${name}-${index + 1}.webp`);

/** Draws the pictures of a track as sheets of some minutes. @returns undefined for a track without any. */
export async function drawPictures(options: PicturesToDraw): Promise<DrawnPictures | undefined> {
  const { seconds } = options;
  const most = BYTES_AN_HOUR * Math.max(LEAST_HOURS, seconds / 3600);
  for (const quality of QUALITIES) {
    const isLast = quality === QUALITIES.at(-1);
    const { cues, sheets, left } = await drawSheets(options, quality, isLast ? most * MOST_SHARE : most);
    if (cues.length === 0) return undefined;
    const all = writeCues(cues);
    const bytes = sheets.reduce((sum, sheet) => sum + sheet.length, all.length);
    if (!isLast && (left > 0 || bytes > most)) continue;
    const forced = cues.filter(({ isForced }) => isForced);
    return {
      sheets,
      all,
      forced: forced.length > 0 ? writeCues(forced) : null,
      isForcedAlone: forced.length === cues.length,
      bytes,
      left,
    };
  }
  return undefined;
}

async function drawSheets({ cues, film, seconds }: PicturesToDraw, quality: Quality, mostBytes: number) {
  const isLast = quality === QUALITIES.at(-1);
  const sheets = createSheets();
  const written: WrittenCue[] = [];
  let left = 0;
  for (const { startSeconds, endSeconds, canvas, picture, digest } of cues()) {
    // A cue after the end would never be removed from the screen.
    if (startSeconds >= seconds || endSeconds <= 0) continue;
    if (written.length >= MOST_CUES || sheets.isFull(mostBytes)) {
      left += 1;
      // Another quality is tried; the last one counts what it leaves out.
      if (!isLast) break;
      continue;
    }
    const cell = await sheets.add(digest, startSeconds, () => scale(picture, canvas, quality));
    written.push({
      startSeconds: Math.max(0, startSeconds),
      endSeconds: Math.min(endSeconds, seconds),
      cell,
      place: placeIn(picture, canvas, film),
      isForced: picture.isForced,
    });
  }
  written.sort((one, other) => one.startSeconds - other.startSeconds);
  return { cues: written, sheets: await sheets.finish(), left };
}

interface ScaledPicture extends Size {
  readonly pixels: Uint8Array;
}

function createSheets() {
  const encoded: Buffer[] = [];
  const pixels = Buffer.alloc(SHEET.width * SHEET.height * 4);
  /** Pictures of this sheet by their digest. */
  const known = new Map<string, Cell>();
  let [x, y, rowHeight, usedWidth] = [0, 0, 0, 0];
  let firstSeconds = 0;
  let bytes = 0;

  const flush = async () => {
    if (known.size === 0) return;
    const sheet = await sharp(pixels, { raw: { ...SHEET, channels: 4 } })
      .extract({ left: 0, top: 0, width: usedWidth, height: y + rowHeight })
      .webp({ lossless: true, effort: 4 })
      .toBuffer();
    encoded.push(sheet);
    bytes += sheet.length;
    pixels.fill(0);
    known.clear();
    [x, y, rowHeight, usedWidth] = [0, 0, 0, 0];
  };

  return {
    isFull: (mostBytes: number) => encoded.length >= MOST_SHEETS - 1 || bytes > mostBytes,
    async add(digest: string, startSeconds: number, draw: () => Promise<ScaledPicture>): Promise<Cell> {
      if (known.size > 0 && Math.abs(startSeconds - firstSeconds) > SHEET_SECONDS) await flush();
      const same = known.get(digest);
      if (same) return same;
      const drawn = await draw();
      if (x + drawn.width > SHEET.width) [x, y, rowHeight] = [0, y + rowHeight + GAP, 0];
      if (y + drawn.height > SHEET.height) await flush();
      if (known.size === 0) firstSeconds = startSeconds;
      const cell: Cell = { sheet: encoded.length + 1, x, y, width: drawn.width, height: drawn.height };
      known.set(digest, cell);
      for (let row = 0; row < drawn.height; row += 1)
        pixels.set(
          drawn.pixels.subarray(row * drawn.width * 4, (row + 1) * drawn.width * 4),
          ((y + row) * SHEET.width + x) * 4,
        );
      usedWidth = Math.max(usedWidth, x + drawn.width);
      x += drawn.width + GAP;
      rowHeight = Math.max(rowHeight, drawn.height);
      return cell;
    },
    async finish(): Promise<readonly Buffer[]> {
      await flush();
      return encoded;
    },
  };
}

async function scale(
  { width, height, pixels }: Picture,
  canvas: Size,
  { lines, steps }: Quality,
): Promise<ScaledPicture> {
  // The canvas of a disc without a size may be smaller than its pictures.
  const share = Math.min(1, SHEET.width / Math.max(canvas.width, width), lines / Math.max(canvas.height, height));
  const size = { width: Math.max(1, Math.round(width * share)), height: Math.max(1, Math.round(height * share)) };
  const scaled =
    share === 1
      ? pixels.slice()
      : await sharp(pixels, { raw: { width, height, channels: 4 } })
          .resize({ ...size, fit: 'fill' })
          .raw()
          .toBuffer();
  return {
    ...size,
    pixels: withFewColors(scaled, steps, hasMiddleTones(pixels) ? Math.max(2, steps) : Math.max(1, steps - 1)),
  };
}

/** The nearest of some steps from 0 to 255. */
const rounding = (steps: number) =>
  Uint8Array.from({ length: 256 }, (_, value) => Math.round((Math.round((value * steps) / 255) * 255) / steps));

/** Fewer colours take a fraction of the bytes. */
function withFewColors(pixels: Uint8Array, alphaSteps: number, colorSteps: number): Uint8Array {
  const [alphas, colors] = [rounding(alphaSteps), rounding(colorSteps)];
  for (let at = 0; at < pixels.length; at += 4) {
    const alpha = alphas[pixels[at + 3] ?? 0] ?? 0;
    for (let channel = 0; channel < 3; channel += 1)
      pixels[at + channel] = alpha === 0 ? 0 : (colors[pixels[at + channel] ?? 0] ?? 0);
    pixels[at + 3] = alpha;
  }
  return pixels;
}

/** Whether a picture has areas of other colours than black, white and the strongest ones; its edges have a little of all. */
function hasMiddleTones(pixels: Uint8Array): boolean {
  const counts = new Uint32Array(16);
  let opaque = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    if ((pixels[at + 3] ?? 0) < 192) continue;
    opaque += 1;
    const middle = [pixels[at], pixels[at + 1], pixels[at + 2]].find((value = 0) => value >= 64 && value < 192);
    if (middle !== undefined) counts[middle >> 4]! += 1;
  }
  return counts.some((count) => count > opaque * MIDDLE_SHARE);
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

function timeOf(seconds: number): string {
  const thousandths = Math.round(seconds * 1000);
  const [hours, minutes] = [Math.floor(thousandths / 3_600_000), Math.floor(thousandths / 60_000) % 60];
  const rest = (thousandths % 60_000) / 1000;
  return `${twoDigits(hours)}:${twoDigits(minutes)}:${rest.toFixed(3).padStart(6, '0')}`;
}

function writeCues(cues: readonly WrittenCue[]): string {
  const blocks = cues.map(
    ({ startSeconds, endSeconds, cell, place }) =>
      `${timeOf(startSeconds)} --> ${timeOf(endSeconds)}\n${writePictureCue({ ...cell, place })}`,
  );
  return `WEBVTT\n\n${blocks.join('\n\n')}\n`;
}
