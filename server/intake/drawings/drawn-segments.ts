import type { Plan } from '../plan/plan.ts';
import { rateOf } from '../probe/frame-rate.ts';
import type { DrawnScript } from './drawn-script.ts';

/** The segments, counted from 0, of which a picture shows something of the times. */
export function segmentsUnder(
  times: DrawnScript['times'],
  { frames, frameRate, keyframeEvery }: Pick<Plan, 'frames' | 'frameRate' | 'keyframeEvery'>,
): number[] {
  const rate = rateOf(frameRate);
  const isDrawn = new Uint8Array(Math.ceil(frames / keyframeEvery));
  for (const { startSeconds, endSeconds } of times) {
    // Renderers round times to milliseconds, so one picture more on both sides.
    const first = Math.max(0, Math.floor(startSeconds * rate) - 1);
    const last = Math.min(frames - 1, Math.ceil(endSeconds * rate) + 1);
    if (first > last) continue;
    isDrawn.fill(1, Math.floor(first / keyframeEvery), Math.floor(last / keyframeEvery) + 1);
  }
  return [...isDrawn].flatMap((is, index) => (is === 1 ? [index] : []));
}

/** The first and the last picture of each row of segments that follow each other. */
export function frameRangesOf(segments: readonly number[], keyframeEvery: number): { first: number; last: number }[] {
  const ranges: { first: number; last: number }[] = [];
  for (const segment of segments) {
    const [first, last] = [segment * keyframeEvery, (segment + 1) * keyframeEvery - 1];
    const before = ranges.at(-1);
    if (before && before.last + 1 === first) before.last = last;
    else ranges.push({ first, last });
  }
  return ranges;
}

/** Pictures of these segments: the last one of a clip may be shorter. */
export const framesOf = (
  segments: readonly number[],
  { frames, keyframeEvery }: Pick<Plan, 'frames' | 'keyframeEvery'>,
) => segments.reduce((sum, segment) => sum + Math.min(keyframeEvery, frames - segment * keyframeEvery), 0);
