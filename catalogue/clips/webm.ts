/** What a manifest must know about a WebM file. Byte ranges are [first, last], both included. */
export interface WebmLayout {
  /** Everything before the index: header, segment information, tracks. */
  init: readonly [number, number];
  /** The Cues element. */
  index: readonly [number, number];
  bytes: number;
}

const segmentId = 0x18538067;
const cuesId = 0x1c53bb6b;
const clusterId = 0x1f43b675;

/** Walks the elements of the file down to its Cues, which must stand before the first Cluster. */
export function readWebm(file: Buffer): WebmLayout {
  let offset = 0;
  while (offset < file.length) {
    const { id, dataStart, dataEnd } = elementAt(file, offset);
    if (id === cuesId) return { init: [0, offset - 1], index: [offset, dataEnd - 1], bytes: file.length };
    if (id === clusterId) break;
    offset = id === segmentId ? dataStart : dataEnd;
  }
  throw new Error('no Cues before the first Cluster');
}

function elementAt(file: Buffer, offset: number): { id: number; dataStart: number; dataEnd: number } {
  const idLength = Math.clz32(file.readUInt8(offset)) - 23;
  const id = file.readUIntBE(offset, idLength);
  const first = file.readUInt8(offset + idLength);
  const sizeLength = Math.clz32(first) - 23;
  let size = first & (0xff >> sizeLength);
  for (let index = 1; index < sizeLength; index += 1) size = size * 256 + file.readUInt8(offset + idLength + index);
  const dataStart = offset + idLength + sizeLength;
  return { id, dataStart, dataEnd: dataStart + size };
}
