import type { MediaLayout, Segment } from './media-layout.ts';

const bitsOf = (segments: readonly Segment[]) => segments.reduce((sum, { size }) => sum + size * 8, 0);
export const secondsOf = (segments: readonly Segment[]) => segments.reduce((sum, { seconds }) => sum + seconds, 0);

export const averageBitRate = (segments: readonly Segment[]) => Math.ceil(bitsOf(segments) / secondsOf(segments));

/**
 * The smallest @bandwidth that DASH allows (ISO/IEC 23009-1, 5.3.5.2): on a connection this fast a player can start at
 * any segment, begin playback `bufferSeconds` after the first bit, and receive every later segment in time.
 *
 * @returns bit/s, at least the average of the whole file
 */
export function sustainedBitRate({ init, index, segments, bytes }: MediaLayout, bufferSeconds: number): number {
  const headBits = (init[1] - init[0] + 1 + (index[1] - index[0] + 1)) * 8;
  const rates = segments.flatMap((_, first) => {
    let bits = headBits;
    let seconds = bufferSeconds;
    return segments.slice(first).map((segment) => {
      bits += segment.size * 8;
      const rate = bits / seconds;
      seconds += segment.seconds;
      return rate;
    });
  });
  return Math.ceil(Math.max((bytes * 8) / secondsOf(segments), ...rates));
}

/**
 * The peak segment bit rate of HLS (RFC 8216, 4.3.4.2): the highest rate of consecutive segments with a total length
 * between a half and one and a half target durations.
 */
export function peakBitRate(segments: readonly Segment[], targetSeconds: number): number {
  const rates = segments.flatMap((_, first) =>
    segments
      .slice(first)
      .map((_other, count) => segments.slice(first, first + count + 1))
      .filter((run) => secondsOf(run) >= targetSeconds * 0.5 && secondsOf(run) <= targetSeconds * 1.5)
      .map((run) => bitsOf(run) / secondsOf(run)),
  );
  return Math.ceil(Math.max(...rates));
}
