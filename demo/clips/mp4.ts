import { boxesIn } from './boxes.ts';
import type { MediaLayout, Segment } from './media-layout.ts';

/** Reads the top-level boxes of a fragmented file: ftyp, moov, sidx, then alternating moof and mdat. */
export function readMp4(file: Buffer): MediaLayout {
  const boxes = boxesIn(file);
  const before = boxes.slice(
    0,
    boxes.findIndex(({ type }) => type === 'moof'),
  );
  const moov = before.find(({ type }) => type === 'moov');
  const index = before.find(({ type }) => type === 'sidx');
  if (moov === undefined || index === undefined) throw new Error('no moov or no sidx box before the first fragment');
  return {
    init: [0, moov.end - 1],
    index: [index.start, index.end - 1],
    segments: readIndex(file.subarray(index.start, index.end), index.end),
    bytes: file.length,
  };
}

/** ISO/IEC 14496-12, 8.16.3. */
function readIndex(box: Buffer, firstByte: number): Segment[] {
  const version = box.readUInt8(8);
  const timescale = box.readUInt32BE(16);
  const afterTimes = version === 0 ? 28 : 36;
  const gap = version === 0 ? box.readUInt32BE(24) : Number(box.readBigUInt64BE(28));
  const count = box.readUInt16BE(afterTimes + 2);
  let offset = firstByte + gap;
  return Array.from({ length: count }, (_, entry) => {
    const at = afterTimes + 4 + entry * 12;
    const size = box.readUInt32BE(at) & 0x7fffffff;
    const segment = { offset, size, seconds: box.readUInt32BE(at + 4) / timescale };
    offset += size;
    return segment;
  });
}
