import type { MediaLayout, Segment } from './media-layout.ts';

const ids = {
  segment: 0x18538067,
  information: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueClusterPosition: 0xf1,
  cluster: 0x1f43b675,
} as const;

interface Element {
  id: number;
  start: number;
  dataStart: number;
  end: number;
}

/** Reads the elements before the first Cluster; the Cues must be among them. */
export function readWebm(file: Buffer): MediaLayout {
  const segment = [...elementsIn(file, 0, file.length)].find(({ id }) => id === ids.segment);
  if (segment === undefined) throw new Error('no Segment');
  const before: Element[] = [];
  for (const element of elementsIn(file, segment.dataStart, segment.end)) {
    if (element.id === ids.cluster) break;
    before.push(element);
  }
  const cues = before.find(({ id }) => id === ids.cues);
  const information = before.find(({ id }) => id === ids.information);
  if (cues === undefined || information === undefined) throw new Error('no Cues or no Info before the first Cluster');
  return {
    init: [0, cues.start - 1],
    index: [cues.start, cues.end - 1],
    segments: readCues(file, cues, { origin: segment.dataStart, end: segment.end, ...readTimes(file, information) }),
    bytes: file.length,
  };
}

/** The duration in the file's ticks, and the length of a tick. */
function readTimes(file: Buffer, information: Element): { ticks: number; secondsPerTick: number } {
  const children = [...elementsIn(file, information.dataStart, information.end)];
  const scale = children.find(({ id }) => id === ids.timestampScale);
  const duration = children.find(({ id }) => id === ids.duration);
  if (duration === undefined) throw new Error('no Duration');
  const isDouble = duration.end - duration.dataStart === 8;
  return {
    ticks: isDouble ? file.readDoubleBE(duration.dataStart) : file.readFloatBE(duration.dataStart),
    secondsPerTick: (scale === undefined ? 1_000_000 : unsigned(file, scale)) / 1e9,
  };
}

/** One segment per Cluster that the Cues list. */
function readCues(
  file: Buffer,
  cues: Element,
  { origin, end, ticks, secondsPerTick }: { origin: number; end: number; ticks: number; secondsPerTick: number },
): Segment[] {
  const points = [...elementsIn(file, cues.dataStart, cues.end)].map((point) => {
    const time = childOf(file, point, ids.cueTime);
    const position = childOf(file, childOf(file, point, ids.cueTrackPositions), ids.cueClusterPosition);
    return { offset: origin + unsigned(file, position), tick: unsigned(file, time) };
  });
  return points.map(({ offset, tick }, index) => {
    const next = points[index + 1] ?? { offset: end, tick: ticks };
    return { offset, size: next.offset - offset, seconds: (next.tick - tick) * secondsPerTick };
  });
}

function childOf(file: Buffer, { dataStart, end }: Element, wanted: number): Element {
  for (const element of elementsIn(file, dataStart, end)) if (element.id === wanted) return element;
  throw new Error(`no element ${wanted.toString(16)} at ${dataStart}`);
}

const unsigned = (file: Buffer, { dataStart, end }: Element) => file.readUIntBE(dataStart, end - dataStart);

function* elementsIn(file: Buffer, from: number, to: number): Generator<Element> {
  for (let start = from; start < to;) {
    const idLength = Math.clz32(file.readUInt8(start)) - 23;
    const sizeLength = Math.clz32(file.readUInt8(start + idLength)) - 23;
    let size = file.readUInt8(start + idLength) & (0xff >> sizeLength);
    for (let index = 1; index < sizeLength; index += 1) size = size * 256 + file.readUInt8(start + idLength + index);
    const dataStart = start + idLength + sizeLength;
    const end = dataStart + size;
    yield { id: file.readUIntBE(start, idLength), start, dataStart, end };
    start = end;
  }
}
