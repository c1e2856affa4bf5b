import type { Clock } from '#src/lib/clock.ts';
import { createWritable, type Readable } from './readable.ts';

/** Separate from the machine's snapshot, because it changes several times a second. */
export interface PlaybackPosition {
  /** The position to show, in seconds: the target as soon as a seek is requested. */
  readonly positionSeconds: number;
  readonly bufferedEndSeconds: number;
}

export interface ShownPosition extends Readable<PlaybackPosition> {
  /** Shows `seconds` at once and ignores the decoder until it has arrived there. */
  aimAt(seconds: number): void;
  /** `isSeeking`: the decoder reports that it has not arrived yet. */
  decoderReports(seconds: number, isSeeking: boolean): void;
  bufferReaches(seconds: number): void;
}

/** Distance from the target within which the decoder counts as arrived, in seconds. */
const ARRIVED_WITHIN_SECONDS = 2;

/** How long a decoder may report the old position when it says that the seek is done. Then it is believed, wherever it is. */
const PATIENCE_MS = 5_000;

/**
 * The position that the viewer sees. Some sets report the old position for a moment after a seek, or slightly less than
 * the target; using it would move the shown time and the resume offset back.
 *
 *     seek to 500:  shown  500   500   500   500.2
 *                 decoder  100.2 100.4 499.8 500.2
 */
export function createShownPosition(clock: Clock): ShownPosition {
  const position = createWritable<PlaybackPosition>({ positionSeconds: 0, bufferedEndSeconds: 0 });
  /** `sinceMs`: time of the request, or of the decoder's report that the seek is done. */
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
