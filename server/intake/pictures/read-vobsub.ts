import { isPossible, type Picture, type ShownState, type Size } from './picture.ts';

/*
 * Subtitles of DVDs: size (2), place of the first control sequence (2), run lengths of four colours for the even and for the odd
 * rows, and control sequences, each with its time, the place of the next one, and commands.
 */

const COMMANDS = {
  forced: 0,
  start: 1,
  stop: 2,
  colors: 3,
  alphas: 4,
  area: 5,
  rows: 6,
  changes: 7,
  end: 0xff,
} as const;
/** Seconds of a unit of a control sequence's time. */
const UNIT = 1024 / 90_000;

/** Transparent background, opaque letters. */
const USUAL_ALPHAS = [0, 15, 15, 15];

/** Sixteen colours, each as `0xrrggbb`. */
export type DiscPalette = readonly number[];

interface Controls {
  startUnits: number | null;
  stopUnits: number | null;
  isForced: boolean;
  colors: readonly number[];
  /** Of 15; null in a packet that says nothing about it. */
  alphas: readonly number[] | null;
  area: { left: number; top: number; right: number; bottom: number } | null;
  rows: readonly [even: number, odd: number] | null;
}

/**
 * @returns a state, which is empty where a packet only ends another one.
 * @throws RangeError for a packet that cannot be read.
 */
export function readDiscPacket(
  data: Buffer,
  seconds: number,
  { palette, canvas }: { palette: DiscPalette; canvas: Size },
): ShownState {
  const controls = readControls(data);
  const { startUnits, stopUnits } = controls;
  const startSeconds = seconds + (startUnits ?? stopUnits ?? 0) * UNIT;
  const endSeconds =
    startUnits !== null && stopUnits !== null && stopUnits > startUnits ? seconds + stopUnits * UNIT : null;
  const pictures = startUnits === null ? [] : [paint(data, controls, palette)];
  return { startSeconds, endSeconds, canvas, pictures };
}

/** How far the picture of a packet reaches, without its pixels. @throws RangeError */
export function reachOf(data: Buffer): Size {
  const { area } = readControls(data);
  return area ? { width: area.right + 1, height: area.bottom + 1 } : { width: 0, height: 0 };
}

const nibbles = (first: number, second: number): number[] => [second & 15, second >> 4, first & 15, first >> 4];

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

function readControls(data: Buffer): Controls {
  const controls: Controls = {
    startUnits: null,
    stopUnits: null,
    isForced: false,
    colors: [0, 1, 2, 3],
    alphas: null,
    area: null,
    rows: null,
  };
  let sequence = data.readUInt16BE(2);
  for (;;) {
    const units = data.readUInt16BE(sequence);
    const next = data.readUInt16BE(sequence + 2);
    readCommands(data, sequence + 4, units, controls);
    // The last sequence names itself; one before it would be a circle.
    if (next <= sequence) return controls;
    sequence = next;
  }
}

function readCommands(data: Buffer, from: number, units: number, controls: Controls): void {
  for (let at = from; ;) {
    const command = data.readUInt8(at++);
    switch (command) {
      case COMMANDS.forced:
        controls.isForced = true;
        controls.startUnits ??= units;
        break;
      case COMMANDS.start:
        controls.startUnits ??= units;
        break;
      case COMMANDS.stop:
        controls.stopUnits ??= units;
        break;
      case COMMANDS.colors:
        controls.colors = nibbles(data.readUInt8(at), data.readUInt8(at + 1));
        at += 2;
        break;
      case COMMANDS.alphas: {
        // A packet may fade in and out: its most opaque step counts.
        const alphas = nibbles(data.readUInt8(at), data.readUInt8(at + 1));
        if (sumOf(alphas) > sumOf(controls.alphas ?? [])) controls.alphas = alphas;
        at += 2;
        break;
      }
      case COMMANDS.area: {
        const [columns, rows] = [data.readUIntBE(at, 3), data.readUIntBE(at + 3, 3)];
        controls.area = { left: columns >> 12, right: columns & 0xfff, top: rows >> 12, bottom: rows & 0xfff };
        at += 6;
        break;
      }
      case COMMANDS.rows:
        controls.rows = [data.readUInt16BE(at), data.readUInt16BE(at + 2)];
        at += 4;
        break;
      case COMMANDS.changes:
        at += Math.max(2, data.readUInt16BE(at));
        break;
      case COMMANDS.end:
        return;
      default:
        throw new RangeError(`unknown command ${command}`);
    }
  }
}

function paint(data: Buffer, { area, rows, colors, alphas, isForced }: Controls, palette: DiscPalette): Picture {
  if (!area || !rows) throw new RangeError('a packet without a picture');
  const size = { width: area.right - area.left + 1, height: area.bottom - area.top + 1 };
  if (!isPossible(size)) throw new RangeError('impossible size');
  const indexes = new Uint8Array(size.width * size.height);
  rows.forEach((from, field) => readRows(data, from, field, size, indexes));
  const known = new Uint8Array(16);
  for (let index = 0; index < 4; index += 1) {
    const color = palette[colors[index] ?? 0] ?? 0;
    known.set([color >> 16, (color >> 8) & 255, color & 255, ((alphas ?? USUAL_ALPHAS)[index] ?? 0) * 17], index * 4);
  }
  const pixels = new Uint8Array(indexes.length * 4);
  const [wanted, four] = [new Uint32Array(pixels.buffer), new Uint32Array(known.buffer)];
  indexes.forEach((index, at) => (wanted[at] = four[index] ?? 0));
  return { x: area.left, y: area.top, ...size, pixels, isForced };
}

/** Codes of one to four half bytes: a length and a colour; a length of 0 fills the row. Rows begin with a whole byte. */
function readRows(data: Buffer, from: number, field: number, { width, height }: Size, indexes: Uint8Array): void {
  let at = from * 2;
  const half = () => {
    const byte = data.readUInt8(at >> 1);
    const value = (at & 1) === 0 ? byte >> 4 : byte & 15;
    at += 1;
    return value;
  };
  for (let row = field; row < height; row += 2) {
    const end = (row + 1) * width;
    for (let to = row * width; to < end;) {
      let code = half();
      for (let least = 4; code < least && least <= 0x40; least *= 4) code = code * 16 + half();
      const run = code >> 2;
      const next = run === 0 ? end : Math.min(end, to + run);
      indexes.fill(code & 3, to, next);
      to = next;
    }
    at += at & 1;
  }
}
