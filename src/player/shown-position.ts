import type { Clock } from '#src/lib/clock.ts';
import { createWritable, type Readable } from './readable.ts';

/** Changes several times a second, hence apart from the snapshot of the machine. */
export interface PlaybackPosition {
  /** The position to show, in seconds: the target as soon as a seek is asked for. */
  readonly positionSeconds: number;
  readonly bufferedEndSeconds: number;
}

export interface ShownPosition extends Readable<PlaybackPosition> {
  /** Shows `seconds` at once and does not believe the decoder before it has come there. */
  aimAt(seconds: number): void;
  /** `isSeeking`: it says itself that it has not come there yet. */
  decoderReports(seconds: number, isSeeking: boolean): void;
  bufferReaches(seconds: number): void;
}

/** How near the target a report must be to mean that the decoder has come there, in seconds. */
const ARRIVED_WITHIN_SECONDS = 2;

/** How long a decoder may report the old place when it says that the seek is done. Then it is believed, wherever it is. */
const PATIENCE_MS = 5_000;

/**
 * The position that the viewer sees. Some sets report the old position for a moment after a seek, or a little less than
 * what was asked for; believing it would move the shown time, and the resume point, back.
 *
 *     seek to 500:  shown  500   500   500   500.2
 *                 decoder  100.2 100.4 499.8 500.2
 */
export function createShownPosition(clock: Clock): ShownPosition {
  const position = createWritable<PlaybackPosition>({ positionSeconds: 0, bufferedEndSeconds: 0 });
  /** `sinceMs`: when it was aimed at, or when the decoder said that it had come there. */
  let target: { readonly seconds: number; readonly sinceMs: number; readonly isSeeking: boolean } | null = null;

  const show = (change: Partial<PlaybackPosition>) => {
    const now = position.getState();
    const next = { ...now, ...change };
    if (next.positionSeconds !== now.positionSeconds || next.bufferedEndSeconds !== now.bufferedEndSeconds)
      position.set(next);
  };

  return {
    getState: position.getState,
    subscribe: position.subscribe,
    aimAt(seconds) {
      target = { seconds, sinceMs: clock.now(), isSeeking: false };
      show({ positionSeconds: seconds });
    },
    decoderReports(seconds, isSeeking) {
      if (target && (isSeeking || target.isSeeking)) target = { ...target, sinceMs: clock.now(), isSeeking };
      if (target && isSeeking) return;
      if (target) {
        const isBeyondPatience = clock.now() - target.sinceMs > PATIENCE_MS;
        const hasArrived = Math.abs(seconds - target.seconds) <= ARRIVED_WITHIN_SECONDS;
        if (!isBeyondPatience && (!hasArrived || seconds < target.seconds)) return;
        target = null;
      }
      show({ positionSeconds: seconds });
    },
    bufferReaches: (seconds) => show({ bufferedEndSeconds: seconds }),
  };
}
