import { boxesOf, boxOf, childrenOf } from './boxes.ts';

/** A segment as the index of its file lists it. */
export interface IndexedSegment {
  readonly offset: number;
  readonly size: number;
  readonly seconds: number;
  readonly startsWithKeyframe: boolean;
}

export interface SegmentIndex {
  readonly timescale: number;
  readonly segments: readonly IndexedSegment[];
}

/**
 * Reads a box `sidx`.
 *
 * @param offset of the first byte after the box in its file
 * @throws RangeError
 */
export function readIndex(bytes: Buffer, offset: number): SegmentIndex {
  const { bodyStart: at } = boxOf(boxesOf(bytes), 'sidx');
  const isLong = bytes.readUInt8(at) > 0;
  const timescale = bytes.readUInt32BE(at + 8);
  const firstOffset = isLong ? Number(bytes.readBigUInt64BE(at + 20)) : bytes.readUInt32BE(at + 16);
  const list = at + (isLong ? 28 : 20);
  const count = bytes.readUInt16BE(list + 2);
  const segments: IndexedSegment[] = [];
  let next = offset + firstOffset;
  for (let entry = list + 4; segments.length < count; entry += 12) {
    const size = bytes.readUInt32BE(entry) & 0x7fffffff;
    const seconds = bytes.readUInt32BE(entry + 4) / timescale;
    segments.push({ offset: next, size, seconds, startsWithKeyframe: bytes.readUInt32BE(entry + 8) >>> 31 === 1 });
    next += size;
  }
  return { timescale, segments };
}

export interface ReadSegment {
  /** When its first sample is decoded, in units of the timescale. */
  readonly start: number;
  readonly duration: number;
  readonly samples: number;
  readonly startsWithKeyframe: boolean;
}

/** Bits of `trun` and `tfhd` (14496-12, 8.8.7 and 8.8.8). */
const TRUN = { offset: 0x1, firstFlags: 0x4, duration: 0x100, size: 0x200, flags: 0x400, composition: 0x800 };
const TFHD = { baseOffset: 0x1, description: 0x2, duration: 0x8, size: 0x10, flags: 0x20 };
const IS_NO_KEYFRAME = 0x10000;

/**
 * Opens a segment of fragmented MP4: every sample must be there.
 *
 * @throws RangeError that says what is wrong.
 */
export function readSegment(bytes: Buffer): ReadSegment {
  const boxes = boxesOf(bytes);
  const fragments = boxes.filter(({ type }) => type === 'moof');
  const data = boxes.filter(({ type }) => type === 'mdat');
  if (fragments.length === 0 || fragments.length !== data.length) throw new RangeError('it has no samples');
  const read = fragments.map((fragment, index) => {
    const track = boxOf(childrenOf(bytes, fragment), 'traf');
    const samples = readTrack(bytes, childrenOf(bytes, track));
    const body = data[index];
    if (body === undefined || body.end - body.bodyStart !== samples.bytes)
      throw new RangeError(`its samples have ${samples.bytes} bytes, and its data differ`);
    return samples;
  });
  const [first] = read;
  if (first === undefined) throw new RangeError('it has no samples');
  return {
    start: first.start,
    duration: read.reduce((sum, { duration }) => sum + duration, 0),
    samples: read.reduce((sum, { count }) => sum + count, 0),
    startsWithKeyframe: first.startsWithKeyframe,
  };
}

function readTrack(bytes: Buffer, boxes: ReturnType<typeof childrenOf>) {
  const decodeTime = boxOf(boxes, 'tfdt');
  const isLong = bytes.readUInt8(decodeTime.bodyStart) === 1;
  const start = isLong
    ? Number(bytes.readBigUInt64BE(decodeTime.bodyStart + 4))
    : bytes.readUInt32BE(decodeTime.bodyStart + 4);
  const defaults = readDefaults(bytes, boxOf(boxes, 'tfhd').bodyStart);
  let [duration, size, count] = [0, 0, 0];
  let firstFlags: number | undefined;
  for (const run of boxes.filter(({ type }) => type === 'trun')) {
    const flags = bytes.readUIntBE(run.bodyStart + 1, 3);
    const samples = bytes.readUInt32BE(run.bodyStart + 4);
    let at = run.bodyStart + 8 + (flags & TRUN.offset ? 4 : 0);
    if (flags & TRUN.firstFlags) {
      firstFlags ??= bytes.readUInt32BE(at);
      at += 4;
    }
    const take = (flag: number, otherwise: number) => {
      if (!(flags & flag)) return otherwise;
      if (at + 4 > run.end) throw new RangeError('its list of samples is cut off');
      at += 4;
      return bytes.readUInt32BE(at - 4);
    };
    for (let index = 0; index < samples; index += 1) {
      duration += take(TRUN.duration, defaults.duration);
      size += take(TRUN.size, defaults.size);
      const sampleFlags = take(TRUN.flags, defaults.flags);
      if (index === 0) firstFlags ??= sampleFlags;
      take(TRUN.composition, 0);
    }
    count += samples;
  }
  if (count === 0) throw new RangeError('it has no samples');
  return { start, duration, bytes: size, count, startsWithKeyframe: ((firstFlags ?? 0) & IS_NO_KEYFRAME) === 0 };
}

function readDefaults(bytes: Buffer, bodyStart: number) {
  const flags = bytes.readUIntBE(bodyStart + 1, 3);
  let at = bodyStart + 8 + (flags & TFHD.baseOffset ? 8 : 0) + (flags & TFHD.description ? 4 : 0);
  const take = (flag: number) => {
    if (!(flags & flag)) return 0;
    at += 4;
    return bytes.readUInt32BE(at - 4);
  };
  return { duration: take(TFHD.duration), size: take(TFHD.size), flags: take(TFHD.flags) };
}
