/** A picture of a subtitle with its colours by index; index 0 is transparent. */
export interface DiscPicture {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Index of the colour at a place of the picture. */
  readonly at: (x: number, y: number) => number;
  readonly isForced?: boolean;
  /** Run lengths in place of those of `at`, for a damaged picture. */
  readonly runs?: readonly number[];
}

/** What is shown from a time on; nothing without pictures. */
export interface DiscState {
  readonly seconds: number;
  readonly pictures: readonly DiscPicture[];
  /** Y, Cr, Cb and alpha of the indexes from 1 on. */
  readonly colors?: readonly (readonly [number, number, number, number])[];
}

/** White and black. */
const COLORS = [
  [235, 128, 128, 255],
  [16, 128, 128, 255],
] as const;

/** A box of white with a frame of black. */
export const framed =
  (width: number, height: number) =>
  (x: number, y: number): number =>
    x < 2 || y < 2 || x >= width - 2 || y >= height - 2 ? 2 : 1;

const u8 = (value: number) => Buffer.from([value]);
const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const u24 = (value: number) => Buffer.from([value >> 16, (value >> 8) & 255, value & 255]);

/** One segment of a `.sup` file. */
export function supSegment(type: number, seconds: number, body: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.write('PG', 'latin1');
  head.writeUInt32BE(Math.round(seconds * 90_000) >>> 0, 2);
  head.writeUInt8(type, 10);
  head.writeUInt16BE(body.length, 11);
  return Buffer.concat([head, body]);
}

function runLengths({ width, height, at, runs }: DiscPicture): Buffer {
  if (runs) return Buffer.from(runs);
  const bytes: number[] = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width;) {
      const color = at(x, y);
      let run = 1;
      while (x + run < width && run < 16_383 && at(x + run, y) === color) run += 1;
      if (color !== 0 && run < 3) for (let each = 0; each < run; each += 1) bytes.push(color);
      else {
        const isLong = run > 63;
        bytes.push(0, (color === 0 ? 0 : 0x80) | (isLong ? 0x40 | (run >> 8) : run));
        if (isLong) bytes.push(run & 255);
        if (color !== 0) bytes.push(color);
      }
      x += run;
    }
    bytes.push(0, 0);
  }
  return Buffer.from(bytes);
}

/** Parts of an object: a segment has less than 64 KB. */
function objectSegments(seconds: number, id: number, picture: DiscPicture): Buffer[] {
  const data = Buffer.concat([u16(picture.width), u16(picture.height), runLengths(picture)]);
  const parts: Buffer[] = [];
  for (let from = 0; from < data.length; from += 65_000) parts.push(data.subarray(from, from + 65_000));
  return parts.map((part, index) => {
    const flags = (index === 0 ? 0x80 : 0) | (index === parts.length - 1 ? 0x40 : 0);
    const size = index === 0 ? u24(data.length) : Buffer.alloc(0);
    return supSegment(0x15, seconds, Buffer.concat([u16(id), u8(0), u8(flags), size, part]));
  });
}

/** A `.sup` file as discs have it (PGS). */
export function writeSup(states: readonly DiscState[], canvas = { width: 1920, height: 1080 }): Buffer {
  return Buffer.concat(
    states.flatMap(({ seconds, pictures, colors = COLORS }, number) => {
      const composition = Buffer.concat([
        ...[u16(canvas.width), u16(canvas.height), u8(0x10), u16(number), u8(0x80), u8(0), u8(0), u8(pictures.length)],
        ...pictures.map(({ x, y, isForced }, id) =>
          Buffer.concat([u16(id), u8(id), u8(isForced ? 0x40 : 0), u16(x), u16(y)]),
        ),
      ]);
      const windows = Buffer.concat([
        u8(pictures.length),
        ...pictures.map(({ x, y, width, height }, id) =>
          Buffer.concat([u8(id), u16(x), u16(y), u16(width), u16(height)]),
        ),
      ]);
      const palette = Buffer.from([0, 0, ...colors.flatMap((color, index) => [index + 1, ...color])]);
      return [
        supSegment(0x16, seconds, composition),
        supSegment(0x17, seconds, windows),
        ...(pictures.length > 0
          ? [
              supSegment(0x14, seconds, palette),
              ...pictures.flatMap((picture, id) => objectSegments(seconds, id, picture)),
            ]
          : []),
        supSegment(0x80, seconds, Buffer.alloc(0)),
      ];
    }),
  );
}

/** A packet of DVD subtitles: four colours, of which the first one is transparent. */
export function discPacket(picture: DiscPicture, { stopUnits = 200, isForced = false, fadesOut = false } = {}): Buffer {
  const field = (first: number) => {
    const halves: number[] = [];
    for (let y = first; y < picture.height; y += 2) {
      for (let x = 0; x < picture.width;) {
        const color = picture.at(x, y);
        let run = 1;
        while (x + run < picture.width && run < 255 && picture.at(x + run, y) === color) run += 1;
        const code = (run << 2) | color;
        const digits = run < 4 ? 1 : run < 16 ? 2 : run < 64 ? 3 : 4;
        for (let digit = digits - 1; digit >= 0; digit -= 1) halves.push((code >> (digit * 4)) & 15);
        x += run;
      }
      if (halves.length % 2 === 1) halves.push(0);
    }
    return Buffer.from(
      Array.from({ length: halves.length / 2 }, (_, at) => (halves[at * 2]! << 4) | halves[at * 2 + 1]!),
    );
  };
  const [even, odd] = [field(0), field(1)];
  const { x, y, width, height } = picture;
  const controls = 4 + even.length + odd.length;
  const area = [(x << 12) | (x + width - 1), (y << 12) | (y + height - 1)].map(u24);
  const shown = Buffer.concat([
    ...[u16(0), u16(0), u8(3), u16(0x3210), u8(4), u16(0xfff0), u8(5), ...area, u8(6), u16(4), u16(4 + even.length)],
    ...[u8(isForced ? 0 : 1), u8(0xff)],
  ]);
  const last = controls + shown.length;
  shown.writeUInt16BE(last, 2);
  const ended = Buffer.concat([u16(stopUnits), u16(last), ...(fadesOut ? [u8(4), u16(0x1110)] : []), u8(2), u8(0xff)]);
  return Buffer.concat([u16(last + ended.length), u16(controls), even, odd, shown, ended]);
}

/** The packet as a file `sub` has it: in packs of 2 KB. */
export function discPacks(packet: Buffer, seconds: number, track = 0): Buffer {
  const packs: Buffer[] = [];
  for (let from = 0; from < packet.length; from += 2000) {
    const part = packet.subarray(from, from + 2000);
    const clock = Math.round(seconds * 90_000);
    const time = Buffer.from([
      ...[0x21 | ((Math.floor(clock / 2 ** 30) & 7) << 1), (clock >> 22) & 255, 1 | ((clock >> 14) & 254)],
      ...[(clock >> 7) & 255, 1 | ((clock << 1) & 254)],
    ]);
    const head = from === 0 ? Buffer.concat([u8(0x81), u8(0x80), u8(5), time]) : Buffer.from([0x81, 0, 0]);
    const body = Buffer.concat([head, u8(0x20 + track), part]);
    const pack = Buffer.from([0, 0, 1, 0xba, 0x44, 0, 4, 0, 4, 1, 1, 0x89, 0xc3, 0xf8]);
    packs.push(pack, Buffer.from([0, 0, 1, 0xbd]), u16(body.length), body);
  }
  return Buffer.concat(packs);
}
