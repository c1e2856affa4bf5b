/** A box of ISO BMFF (ISO/IEC 14496-12); `start` and `end` are offsets in the buffer. */
export interface Box {
  readonly type: string;
  readonly start: number;
  readonly bodyStart: number;
  readonly end: number;
}

/**
 * The boxes of a range.
 *
 * @throws RangeError when a box does not end within the range.
 */
export function boxesOf(bytes: Buffer, start = 0, end = bytes.length): Box[] {
  const boxes: Box[] = [];
  for (let at = start; at < end;) {
    if (at + 8 > end) throw new RangeError('a box is cut off');
    const short = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (short === 1 && at + 16 > end) throw new RangeError(`box ${type} is cut off`);
    const header = short === 1 ? 16 : 8;
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? end - at : short;
    if (size < header || at + size > end) throw new RangeError(`box ${type} does not fit`);
    boxes.push({ type, start: at, bodyStart: at + header, end: at + size });
    at += size;
  }
  return boxes;
}

/** @throws RangeError when there is no such box. */
export function boxOf(boxes: readonly Box[], type: string): Box {
  const found = boxes.find((box) => box.type === type);
  if (found === undefined) throw new RangeError(`there is no box ${type}`);
  return found;
}

export const childrenOf = (bytes: Buffer, box: Box): Box[] => boxesOf(bytes, box.bodyStart, box.end);
