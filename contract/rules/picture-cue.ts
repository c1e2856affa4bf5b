/** More than any film has. */
export const MOST_SHEETS = 400;

/** In per cent of a picture, from its left and top edges; outside of it where a film has bars. */
export interface PicturePlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** One picture of a subtitle: the part of a sheet that has it, and where on the film it is shown. */
export interface PictureCue {
  /** Counted from 1. */
  readonly sheet: number;
  /** Part of the sheet, in its pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Within the film. */
  readonly place: PicturePlace;
}

const CUE = /^(\d+)#xywh=(\d+),(\d+),(\d+),(\d+) (-?[\d.]+),(-?[\d.]+),([\d.]+),([\d.]+)$/;

/** The text of such a cue: `1#xywh=0,54,480,53 31.25,83.33,37.5,7.41`. */
export const writePictureCue = ({ sheet, x, y, width, height, place }: PictureCue): string =>
  `${sheet}#xywh=${[x, y, width, height].join()} ${[place.left, place.top, place.width, place.height]
    .map((value) => Math.round(value * 100) / 100)
    .join()}`;

/** @returns null for any other text. */
export function readPictureCue(text: string): PictureCue | null {
  const numbers = CUE.exec(text.trim())?.slice(1).map(Number);
  if (!numbers || numbers.some((number) => !isFinite(number))) return null;
  const [sheet = 0, x = 0, y = 0, width = 0, height = 0, left = 0, top = 0, wide = 0, high = 0] = numbers;
  if (width <= 0 || height <= 0 || wide <= 0 || high <= 0) return null;
  return { sheet, x, y, width, height, place: { left, top, width: wide, height: high } };
}
