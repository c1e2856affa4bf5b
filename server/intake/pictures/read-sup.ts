import { isPossible, type Picture, type ShownState, type Size } from './picture.ts';

/*
 * Subtitles of Blu-ray discs (PGS), as files with the ending `sup` have them:
 *
 *     'PG'  presented (4)  decoded (4)  type (1)  size (2)  body
 *
 * A display set is a composition (0x16: which objects, where), palettes (0x14), objects (0x15, in one or more parts) and an
 * end (0x80). Objects and palettes stay until the next set that starts an epoch.
 */

const HEAD_BYTES = 13;
const CLOCK = 90_000;
const TYPES = { palette: 0x14, object: 0x15, composition: 0x16, end: 0x80 } as const;
/** As many objects as a disc may have in one epoch, and show in one set: a crafted file must not paint the screen hundreds of times. */
const MOST_OBJECTS = 64;
const MOST_SHOWN = 2;
/** Frames of this height are of television before HD, whose colours differ. */
const SD_LINES = 576;

interface StoredObject extends Size {
  readonly parts: Buffer[];
  readonly expected: number;
  received: number;
}

interface Composition {
  readonly seconds: number;
  readonly canvas: Size;
  readonly palette: number;
  readonly objects: readonly { id: number; x: number; y: number; isForced: boolean; crop: Crop | null }[];
}

interface Crop extends Size {
  readonly x: number;
  readonly y: number;
}

/** Red, green, blue and alpha of 256 indexes. */
type Palette = Uint8Array;

/**
 * @param onLost called for each part that cannot be read; the rest is shown.
 */
export function* readSup(bytes: Buffer, onLost: () => void): Generator<ShownState> {
  const palettes = new Map<number, Palette>();
  const objects = new Map<number, StoredObject>();
  let composition: Composition | undefined;
  for (const { type, seconds, body } of segmentsOf(bytes, onLost)) {
    try {
      if (type === TYPES.composition) {
        // A set without an end.
        if (composition) yield compose(composition, palettes, objects, onLost);
        composition = undefined;
        const startsEpoch = body.readUInt8(7) >> 6 !== 0;
        if (startsEpoch) {
          palettes.clear();
          objects.clear();
        }
        composition = readComposition(body, seconds);
      } else if (type === TYPES.palette) readPalette(body, palettes, composition?.canvas);
      else if (type === TYPES.object) readObject(body, objects);
      else if (type === TYPES.end && composition) {
        yield compose(composition, palettes, objects, onLost);
        composition = undefined;
      }
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      onLost();
    }
  }
  if (composition) yield compose(composition, palettes, objects, onLost);
}

function* segmentsOf(bytes: Buffer, onLost: () => void) {
  let at = 0;
  while (at + HEAD_BYTES <= bytes.length) {
    const size = bytes.readUInt16BE(at + 11);
    const isHead = bytes[at] === 0x50 && bytes[at + 1] === 0x47;
    const end = at + HEAD_BYTES + size;
    if (isHead && end <= bytes.length) {
      const seconds = bytes.readUInt32BE(at + 2) / CLOCK;
      yield { type: bytes.readUInt8(at + 10), seconds, body: bytes.subarray(at + HEAD_BYTES, end) };
      at = end;
      continue;
    }
    onLost();
    const next = bytes.indexOf('PG', at + 1, 'latin1');
    if (next === -1) return;
    at = next;
  }
}

function readComposition(body: Buffer, seconds: number): Composition {
  const canvas = { width: body.readUInt16BE(0), height: body.readUInt16BE(2) };
  if (!isPossible(canvas)) throw new RangeError('impossible size');
  const objects: Composition['objects'][number][] = [];
  if (body.readUInt8(10) > MOST_SHOWN) throw new RangeError('too many objects');
  let at = 11;
  for (let count = body.readUInt8(10); count > 0; count -= 1) {
    const flags = body.readUInt8(at + 3);
    const isCropped = (flags & 0x80) !== 0;
    objects.push({
      id: body.readUInt16BE(at),
      isForced: (flags & 0x40) !== 0,
      x: body.readUInt16BE(at + 4),
      y: body.readUInt16BE(at + 6),
      crop: isCropped
        ? {
            x: body.readUInt16BE(at + 8),
            y: body.readUInt16BE(at + 10),
            width: body.readUInt16BE(at + 12),
            height: body.readUInt16BE(at + 14),
          }
        : null,
    });
    at += isCropped ? 16 : 8;
  }
  return { seconds, canvas, palette: body.readUInt8(9), objects };
}

function readPalette(body: Buffer, palettes: Map<number, Palette>, canvas: Size | undefined): void {
  const id = body.readUInt8(0);
  // A set may change some colours of a palette.
  const palette = palettes.get(id) ?? new Uint8Array(256 * 4);
  for (let at = 2; at + 5 <= body.length; at += 5) {
    const index = body.readUInt8(at) * 4;
    const [y, cr, cb] = [body.readUInt8(at + 1) - 16, body.readUInt8(at + 2) - 128, body.readUInt8(at + 3) - 128];
    const isSd = (canvas?.height ?? 0) <= SD_LINES;
    const light = 1.164 * y;
    palette[index] = byteOf(light + (isSd ? 1.596 : 1.793) * cr);
    palette[index + 1] = byteOf(light - (isSd ? 0.392 : 0.213) * cb - (isSd ? 0.813 : 0.533) * cr);
    palette[index + 2] = byteOf(light + (isSd ? 2.017 : 2.112) * cb);
    palette[index + 3] = body.readUInt8(at + 4);
  }
  palettes.set(id, palette);
}

const byteOf = (value: number) => Math.max(0, Math.min(255, Math.round(value)));

function readObject(body: Buffer, objects: Map<number, StoredObject>): void {
  const id = body.readUInt16BE(0);
  const isFirst = (body.readUInt8(3) & 0x80) !== 0;
  if (!isFirst) {
    const object = objects.get(id);
    if (!object) throw new RangeError('a part of no object');
    const part = body.subarray(4);
    object.parts.push(part);
    object.received += part.length;
    return;
  }
  const size = { width: body.readUInt16BE(7), height: body.readUInt16BE(9) };
  if (!isPossible(size) || (!objects.has(id) && objects.size >= MOST_OBJECTS))
    throw new RangeError('impossible object');
  const part = body.subarray(11);
  // The length counts the size, too.
  objects.set(id, { ...size, parts: [part], expected: body.readUIntBE(4, 3) - 4, received: part.length });
}

function compose(
  { seconds, canvas, palette, objects: shown }: Composition,
  palettes: ReadonlyMap<number, Palette>,
  objects: ReadonlyMap<number, StoredObject>,
  onLost: () => void,
): ShownState {
  const pictures = shown.flatMap(({ id, x, y, isForced, crop }): Picture[] => {
    const object = objects.get(id);
    const colors = palettes.get(palette);
    if (!object || !colors || object.received < object.expected) {
      onLost();
      return [];
    }
    const indexes = readRunLengths(Buffer.concat(object.parts), object);
    const part = within(crop ?? { x: 0, y: 0, ...object }, object);
    // What lies outside of the canvas is not shown.
    const width = Math.min(part.width, canvas.width - x);
    const height = Math.min(part.height, canvas.height - y);
    if (!indexes || width <= 0 || height <= 0) {
      onLost();
      return [];
    }
    const pixels = new Uint8Array(width * height * 4);
    const wanted = new Uint32Array(pixels.buffer);
    const known = new Uint32Array(colors.buffer, colors.byteOffset, 256);
    for (let row = 0; row < height; row += 1) {
      const from = (part.y + row) * object.width + part.x;
      for (let column = 0; column < width; column += 1)
        wanted[row * width + column] = known[indexes[from + column] ?? 0] ?? 0;
    }
    return [{ x, y, width, height, pixels, isForced }];
  });
  return { startSeconds: seconds, endSeconds: null, canvas, pictures };
}

function within({ x, y, width, height }: Crop, size: Size): Crop {
  const [left, top] = [Math.min(x, size.width), Math.min(y, size.height)];
  return { x: left, y: top, width: Math.min(width, size.width - left), height: Math.min(height, size.height - top) };
}

/**
 * Run lengths of an object: a colour; or 0, then two bits that say whether the run is long and coloured, its length in 6 or 14
 * bits, and the colour. A length of 0 ends a row.
 *
 * @returns undefined for data that ends too early.
 */
function readRunLengths(data: Buffer, { width, height }: Size): Uint8Array | undefined {
  const indexes = new Uint8Array(width * height);
  let at = 0;
  for (let row = 0; row < height; row += 1) {
    const end = (row + 1) * width;
    let to = row * width;
    for (;;) {
      if (at >= data.length) return undefined;
      const color = data[at++] ?? 0;
      if (color !== 0) {
        if (to < end) indexes[to++] = color;
        continue;
      }
      const flags = data[at++] ?? 0;
      let run = flags & 0x3f;
      if ((flags & 0x40) !== 0) run = (run << 8) | (data[at++] ?? 0);
      if (run === 0) break;
      const painted = (flags & 0x80) === 0 ? 0 : (data[at++] ?? 0);
      const next = Math.min(end, to + run);
      indexes.fill(painted, to, next);
      to = next;
    }
  }
  return indexes;
}
