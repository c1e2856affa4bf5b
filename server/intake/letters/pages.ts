import type { Size } from '../pictures/picture.ts';

/** A page in shades of grey: a byte for each pixel, 0 is black. */
export interface Page extends Size {
  readonly pixels: Uint8Array;
}

/** In dots an inch: what programs that read letters expect. */
const RESOLUTION = 300;

/* Tags of TIFF 6.0, in the order that the format demands, and the types of their values. */
const [SHORT, LONG, RATIONAL] = [3, 4, 5];
const TAGS = 12;
const HEAD_BYTES = 8;
/** A directory, the address of the next one, and its two fractions. */
const DIRECTORY_BYTES = 2 + TAGS * 12 + 4 + 16;

/** A TIFF file with a page for each line, none of them compressed. sharp writes only pages of one size. */
export function writeTiff(pages: readonly Page[]): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write('II', 'latin1');
  head.writeUInt16LE(42, 2);
  head.writeUInt32LE(HEAD_BYTES, 4);
  const parts: Uint8Array[] = [head];
  let at = HEAD_BYTES;
  pages.forEach(({ width, height, pixels }, index) => {
    const bytes = width * height;
    // Directories begin at even addresses.
    const padding = bytes % 2;
    const next = at + DIRECTORY_BYTES + bytes + padding;
    const fractions = at + 2 + TAGS * 12 + 4;
    const entries: readonly (readonly [tag: number, type: number, value: number])[] = [
      [256, LONG, width],
      [257, LONG, height],
      [258, SHORT, 8],
      [259, SHORT, 1],
      // 0 is black.
      [262, SHORT, 1],
      [273, LONG, at + DIRECTORY_BYTES],
      [277, SHORT, 1],
      [278, LONG, height],
      [279, LONG, bytes],
      [282, RATIONAL, fractions],
      [283, RATIONAL, fractions + 8],
      // An inch.
      [296, SHORT, 2],
    ];
    const directory = Buffer.alloc(DIRECTORY_BYTES);
    directory.writeUInt16LE(TAGS, 0);
    entries.forEach(([tag, type, value], entry) => {
      directory.writeUInt16LE(tag, 2 + entry * 12);
      directory.writeUInt16LE(type, 4 + entry * 12);
      directory.writeUInt32LE(1, 6 + entry * 12);
      directory.writeUInt32LE(value, 10 + entry * 12);
    });
    directory.writeUInt32LE(index === pages.length - 1 ? 0 : next, fractions - at - 4);
    for (const fraction of [fractions - at, fractions - at + 8]) {
      directory.writeUInt32LE(RESOLUTION, fraction);
      directory.writeUInt32LE(1, fraction + 4);
    }
    parts.push(directory, Buffer.from(pixels.buffer, pixels.byteOffset, bytes), Buffer.alloc(padding));
    at = next;
  });
  return Buffer.concat(parts);
}
