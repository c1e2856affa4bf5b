/*
 * The length of one loaded stream, and whether its end is believed. A decoder whose data ends early shortens the video to
 * what it has and reports that it has ended, as at the true end.
 *
 * the engine reports                          | verdict
 * --------------------------------------------|----------------------------------------------------------------
 * a length near the known one, or a longer one| the length of the stream
 * a much shorter length                       | ignored: data is missing
 * the end, near the length                    | end
 * the end anywhere else                       | broken
 * a skipped hole, up to one segment           | unchanged
 * a skipped hole to the end, or a longer one  | broken
 *
 * A new load reads the manifest again, so it starts a new length.
 */

/** Containers, manifests and decoders differ by this much about the end, in seconds. */
const NEAR_SECONDS = 3;
/** The longest hole that may be a missing segment, in seconds. */
const LONGEST_HOLE_SECONDS = 10;

export interface StreamLength {
  /** The longest length that was reported; 0 until it is known. */
  seconds(): number;
  /** @returns the length to show. */
  lengthens(seconds: number): number;
  /**
   * Whether an end at this position is the end of the stream. Default: the last reported length, where an element stands
   * when it has ended.
   */
  isEnd(positionSeconds?: number): boolean;
  /** Whether playback may go on after a skipped hole. */
  isBearable(hole: { readonly fromSeconds: number; readonly toSeconds: number }): boolean;
}

export function createStreamLength(): StreamLength {
  let longest = 0;
  let last = 0;
  let shown = 0;
  const isNearEnd = (seconds: number) => seconds >= longest - NEAR_SECONDS;

  return {
    seconds: () => longest,
    lengthens(seconds) {
      last = seconds;
      longest = Math.max(longest, seconds);
      if (isNearEnd(seconds)) shown = seconds;
      return shown;
    },
    isEnd: (positionSeconds = last) => isNearEnd(positionSeconds),
    isBearable({ fromSeconds, toSeconds }) {
      const holeSeconds = toSeconds - fromSeconds;
      if (holeSeconds <= NEAR_SECONDS) return true;
      return holeSeconds <= LONGEST_HOLE_SECONDS && !isNearEnd(toSeconds);
    },
  };
}
