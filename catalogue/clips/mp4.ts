/** What a manifest must know about a fragmented MP4 file. Byte ranges are [first, last], both included. */
export interface Mp4Layout {
  init: readonly [number, number];
  /** The segment index box. */
  index: readonly [number, number];
  fragments: readonly { offset: number; size: number; seconds: number }[];
  bytes: number;
}

/** Reads the boxes at the top of the file: ftyp, moov, sidx, then moof and mdat in turns. */
export function readMp4(file: Buffer): Mp4Layout {
  let initEnd = 0;
  let index: { start: number; end: number } | undefined;
  for (let offset = 0; offset + 8 <= file.length;) {
    const size = file.readUInt32BE(offset);
    const type = file.toString('latin1', offset + 4, offset + 8);
    if (size < 8) throw new Error(`box ${type} at ${offset} has no plain size`);
    if (type === 'moov') initEnd = offset + size;
    if (type === 'sidx') index ??= { start: offset, end: offset + size };
    if (type === 'moof') break;
    offset += size;
  }
  if (initEnd === 0 || index === undefined) throw new Error('no moov or no sidx box before the first fragment');
  return {
    init: [0, initEnd - 1],
    index: [index.start, index.end - 1],
    fragments: readIndex(file.subarray(index.start, index.end), index.end),
    bytes: file.length,
  };
}

/** ISO/IEC 14496-12, 8.16.3. */
function readIndex(box: Buffer, firstByte: number): Mp4Layout['fragments'] {
  const version = box.readUInt8(8);
  const timescale = box.readUInt32BE(16);
  const afterTimes = version === 0 ? 28 : 36;
  const gap = version === 0 ? box.readUInt32BE(24) : Number(box.readBigUInt64BE(28));
  const count = box.readUInt16BE(afterTimes + 2);
  let offset = firstByte + gap;
  return Array.from({ length: count }, (_, entry) => {
    const at = afterTimes + 4 + entry * 12;
    const size = box.readUInt32BE(at) & 0x7fffffff;
    const fragment = { offset, size, seconds: box.readUInt32BE(at + 4) / timescale };
    offset += size;
    return fragment;
  });
}
