import { createCipheriv } from 'node:crypto';
import { boxesIn, buildBox, positionsInRun, uint32 } from './boxes.ts';
import { commonPssh } from './pssh.ts';

/**
 * Common encryption (ISO/IEC 23001-7, scheme "cenc") of a fragmented MP4 file with one track. Implemented here because
 * ffmpeg omits the boxes that describe the encryption of each fragment's samples.
 *
 *     moov: avc1 -> encv + sinf(frma, schm, schi(tenc)); pssh, for players that take the key id from it
 *     moof: traf + senc, saiz, saio; trun's data offset moves     sidx: sizes grow
 */
export function encryptMp4(file: Buffer, options: { keyId: string; key: string }): Buffer {
  const key = Buffer.from(options.key, 'hex');
  const boxes = boxesIn(file);
  const moov = boxes.find(({ type }) => type === 'moov');
  const sidx = boxes.find(({ type }) => type === 'sidx');
  if (!moov || !sidx) throw new Error('no moov or no sidx box');
  const isVideo = file.subarray(moov.start, moov.end).includes('avc1');
  const out: Buffer[] = [];
  const sizes: number[] = [];
  let sample = 0;
  boxes.forEach((box, index) => {
    const bytes = file.subarray(box.start, box.end);
    if (box.type === 'moov') out.push(withKeyId(bytes, options.keyId));
    else if (box.type === 'moof') {
      const data = boxes[index + 1];
      if (data?.type !== 'mdat') throw new Error('a moof without its mdat');
      const made = encryptFragment(bytes, file.subarray(data.start + 8, data.end), { key, isVideo, sample });
      out.push(made.moof, buildBox('mdat', made.data));
      sizes.push(made.moof.length + made.data.length + 8);
      sample += made.count;
    } else if (box.type === 'sidx') out.push(Buffer.from(bytes));
    else if (box.type !== 'mdat') out.push(bytes);
  });
  const index = out.find((part) => part.toString('latin1', 4, 8) === 'sidx')!;
  const first = index.readUInt8(8) === 0 ? 32 : 40;
  sizes.forEach((size, entry) => index.writeUInt32BE(size, first + entry * 12));
  return Buffer.concat(out);
}

const withKeyId = (moov: Buffer, keyId: string) => {
  const boxes = withSinf(moov, keyId);
  return buildBox('moov', boxes.subarray(8), commonPssh(keyId));
};

/** Path to the sample description, with the number of header bytes before each box's children. */
const toSamples = { moov: 8, trak: 8, mdia: 8, minf: 8, stbl: 8, stsd: 16 } as const;

/** The box with its single sample entry marked as encrypted. */
function withSinf(bytes: Buffer, keyId: string): Buffer {
  const type = bytes.toString('latin1', 4, 8);
  if (type === 'avc1' || type === 'mp4a') {
    const tenc = buildBox('tenc', uint32(0, 0x00000108), Buffer.from(keyId, 'hex'));
    const schm = buildBox('schm', uint32(0), Buffer.from('cenc'), uint32(0x00010000));
    const sinf = buildBox('sinf', buildBox('frma', Buffer.from(type)), schm, buildBox('schi', tenc));
    return buildBox(type === 'avc1' ? 'encv' : 'enca', bytes.subarray(8), sinf);
  }
  const head = Object.entries(toSamples).find(([name]) => name === type)?.[1];
  if (head === undefined) return bytes;
  const children = boxesIn(bytes, head, bytes.length).map(({ start, end }) =>
    withSinf(bytes.subarray(start, end), keyId),
  );
  return buildBox(type, bytes.subarray(8, head), ...children);
}

function encryptFragment(
  moof: Buffer,
  data: Buffer,
  { key, isVideo, sample }: { key: Buffer; isVideo: boolean; sample: number },
): { moof: Buffer; data: Buffer; count: number } {
  const [header, traf] = boxesIn(moof, 8, moof.length);
  if (header?.type !== 'mfhd' || traf?.type !== 'traf') throw new Error('not one track in a fragment');
  const parts = boxesIn(moof, traf.start + 8, traf.end);
  const trunBox = parts.find(({ type }) => type === 'trun');
  if (!trunBox) throw new Error('no trun box');
  const trun = Buffer.from(moof.subarray(trunBox.start, trunBox.end));
  const sizes = sampleSizes(trun);
  const made = Buffer.from(data);
  const told: Buffer[] = [];
  let offset = 0;
  sizes.forEach((size, index) => {
    const vector = Buffer.alloc(8);
    vector.writeUInt32BE(sample + index + 1, 4);
    const cipher = createCipheriv('aes-128-ctr', key, Buffer.concat([vector, Buffer.alloc(8)]));
    const ranges = isVideo ? rangesOf(data.subarray(offset, offset + size)) : [{ clear: 0, sealed: size }];
    let at = offset;
    for (const { clear, sealed } of ranges) {
      cipher.update(data.subarray(at + clear, at + clear + sealed)).copy(made, at + clear);
      at += clear + sealed;
    }
    const list = ranges.map(({ clear, sealed }) => {
      const entry = Buffer.alloc(6);
      entry.writeUInt16BE(clear, 0);
      entry.writeUInt32BE(sealed, 2);
      return entry;
    });
    const count = Buffer.from([0, ranges.length]);
    told.push(isVideo ? Buffer.concat([vector, count, ...list]) : vector);
    offset += size;
  });
  const senc = buildBox('senc', uint32(isVideo ? 2 : 0, sizes.length), ...told);
  const saiz = buildBox(
    'saiz',
    uint32(0),
    Buffer.from([0]),
    uint32(sizes.length),
    Buffer.from(told.map((one) => one.length)),
  );
  const grown = senc.length + saiz.length + 20;
  trun.writeInt32BE(trun.readInt32BE(16) + grown, 16);
  const others = parts.map(({ type, start, end }) => (type === 'trun' ? trun : moof.subarray(start, end)));
  const before = 8 + (header.end - header.start) + 8 + others.reduce((sum, { length }) => sum + length, 0);
  // Offset of the first sample's entry, from the start of the moof.
  const saio = buildBox('saio', uint32(0, 1, before + saiz.length + 20 + 16));
  const body = buildBox('traf', ...others, saiz, saio, senc);
  return {
    moof: buildBox('moof', moof.subarray(header.start, header.end), body),
    data: made,
    count: sizes.length,
  };
}

function sampleSizes(trun: Buffer): number[] {
  const positions = positionsInRun(trun, 'size');
  if (positions === null || (trun.readUInt32BE(8) & 1) === 0) throw new Error('a trun without data offset or sizes');
  return positions.map((at) => trun.readUInt32BE(at));
}

/**
 * Byte ranges of H.264 slices to encrypt, in whole blocks. The start stays clear: decoders read sizes and slice headers
 * without the key.
 */
function rangesOf(picture: Buffer): { clear: number; sealed: number }[] {
  const ranges: { clear: number; sealed: number }[] = [];
  let clear = 0;
  for (let at = 0; at + 5 <= picture.length;) {
    const size = picture.readUInt32BE(at) + 4;
    const kind = picture.readUInt8(at + 4) & 31;
    const sealed = kind >= 1 && kind <= 5 ? Math.max(0, Math.floor((size - 96) / 16) * 16) : 0;
    clear += size - sealed;
    if (sealed > 0) {
      ranges.push({ clear, sealed });
      clear = 0;
    }
    at += size;
  }
  if (clear > 0) ranges.push({ clear, sealed: 0 });
  return ranges;
}
