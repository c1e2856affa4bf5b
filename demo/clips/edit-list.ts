import { boxesIn, buildBox, positionsInRun, uint32 } from './boxes.ts';

/**
 * Gives a fragmented MP4 file with one track non-negative composition offsets, and an edit list that compensates them.
 *
 * ffmpeg writes either negative offsets or neither. Browsers handle negative offsets, but libavformat (ffmpeg, mpv, VLC)
 * shifts such a track, so its video lags the audio by two frames. With the edit list every reader starts at 0, and each
 * fragment's decode time is still its presentation time, which hls.js and video.js use as its start. Samples stay
 * unchanged. A file without negative offsets is returned unchanged.
 */
export function startAtZero(file: Buffer): Buffer {
  const boxes = boxesIn(file);
  const parts = boxes.map(({ start, end }) => Buffer.from(file.subarray(start, end)));
  const runs = parts.filter((_, index) => boxes[index]?.type === 'moof').flatMap(runsIn);
  const shift = Math.max(0, ...runs.flatMap(compositionOffsets).map((offset) => -offset));
  if (shift === 0) return file;
  for (const run of runs) {
    const offsets = compositionOffsets(run);
    positionsInRun(run, 'compositionOffset')?.forEach((at, index) => run.writeUInt32BE(offsets[index]! + shift, at));
    // Version 0 has unsigned offsets.
    run.writeUInt8(0, 8);
  }
  return Buffer.concat(parts.map((part, index) => (boxes[index]?.type === 'moov' ? withEditList(part, shift) : part)));
}

/** Views of the given buffer: writing to them changes it. */
const runsIn = (moof: Buffer): Buffer[] =>
  boxesIn(moof, 8)
    .filter(({ type }) => type === 'traf')
    .flatMap((traf) => boxesIn(moof, traf.start + 8, traf.end))
    .filter(({ type }) => type === 'trun')
    .map(({ start, end }) => moof.subarray(start, end));

function compositionOffsets(trun: Buffer): number[] {
  const isSigned = trun.readUInt8(8) === 1;
  const positions = positionsInRun(trun, 'compositionOffset') ?? [];
  return positions.map((at) => (isSigned ? trun.readInt32BE(at) : trun.readUInt32BE(at)));
}

function withEditList(moov: Buffer, mediaTime: number): Buffer {
  // One edit at normal speed; its length 0 means the length of the fragments.
  const edits = buildBox('edts', buildBox('elst', uint32(0, 1, 0, mediaTime, 0x00010000)));
  const parts = boxesIn(moov, 8).map(({ type, start, end }) => {
    if (type !== 'trak') return moov.subarray(start, end);
    const children = boxesIn(moov, start + 8, end);
    if (children[0]?.type !== 'tkhd' || children.some((child) => child.type === 'edts'))
      throw new Error('a track without its header first, or with an edit list');
    const [header, ...others] = children.map((child) => moov.subarray(child.start, child.end));
    return buildBox('trak', header!, edits, ...others);
  });
  return buildBox('moov', ...parts);
}
