export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A picture of text on a canvas. */
export interface Picture extends Size {
  readonly x: number;
  readonly y: number;
  /** Red, green, blue and alpha of each pixel, row by row. */
  readonly pixels: Uint8Array;
  /** Also for viewers who understand the sound. */
  readonly isForced: boolean;
}

/** What a track shows from a time on, until the next state or its own end. */
export interface ShownState {
  readonly startSeconds: number;
  readonly endSeconds: number | null;
  readonly canvas: Size;
  readonly pictures: readonly Picture[];
}

/** Largest canvas: that of 4K discs, with some room. A crafted file says a size of gigabytes in ten bytes. */
const MOST_SIDE = 4096;
const MOST_PIXELS = 4096 * 2304;

export const isPossible = ({ width, height }: Size): boolean =>
  width > 0 && height > 0 && width <= MOST_SIDE && height <= MOST_SIDE && width * height <= MOST_PIXELS;
