/** A box of an ISO base media file: the bytes `[start, end)` of the parsed buffer. */
export interface Box {
  type: string;
  start: number;
  end: number;
}

/** @throws Error at a box with a 64-bit or open-ended size, which no file here has. */
export function boxesIn(file: Buffer, from = 0, to = file.length): Box[] {
  const boxes: Box[] = [];
  for (let start = from; start + 8 <= to;) {
    const end = start + file.readUInt32BE(start);
    if (end < start + 8) throw new Error(`a box at ${start} without a plain size`);
    boxes.push({ type: file.toString('latin1', start + 4, start + 8), start, end });
    start = end;
  }
  return boxes;
}

export function uint32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return bytes;
}

export function buildBox(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([uint32(body.length + 8), Buffer.from(type, 'latin1'), body]);
}

/** Optional fields of a sample in a track run (ISO/IEC 14496-12, 8.8.8), in order. */
const runFields = { duration: 0x100, size: 0x200, flags: 0x400, compositionOffset: 0x800 } as const;

/** Offsets of one field of all samples in a "trun" box; null when the run lacks the field. */
export function positionsInRun(trun: Buffer, field: keyof typeof runFields): number[] | null {
  const flags = trun.readUInt32BE(8) & 0xffffff;
  if ((flags & runFields[field]) === 0) return null;
  const present = Object.values(runFields).filter((flag) => flags & flag);
  const first = 16 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0) + present.indexOf(runFields[field]) * 4;
  return Array.from({ length: trun.readUInt32BE(12) }, (_, index) => first + index * present.length * 4);
}
