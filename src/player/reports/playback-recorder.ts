import type { ErrorCode } from '#contract/errors.ts';
import type { Chronicle } from './chronicle.ts';
import type { EngineEvent } from '#src/player/engine/engine.ts';
import type { PlayReport } from './play-tracker.ts';
import type { PlaybackState } from '#src/player/playback-state.ts';

/** Smallest position change that counts as a seek, in seconds: more than between two events at double speed. */
const SEEK_FROM_SECONDS = 3;

export interface PlaybackRecorder {
  /** Sends a report and records its answer. @throws what `options.report` throws */
  report(playLogId: string, report: PlayReport): Promise<void>;
  /** Records a change of state; returns false without a change. */
  enter(state: PlaybackState, positionSeconds: number): boolean;
  /** Records a jump of the shown position as a seek, whatever caused it. */
  moveTo(state: PlaybackState, positionSeconds: number): void;
  /** Records the engine's events on network, stream, renditions and errors. */
  follow(event: EngineEvent): void;
  /** Records the number of dropped frames; call it before the decoder is released. */
  countFrames(): void;
}

/** Whether the decoder holds a video in this state. */
const holdsPicture = (state: PlaybackState) => state !== 'idle' && state !== 'loading' && state !== 'failed';

/** Writes the events of a playback to its chronicle. */
export function createPlaybackRecorder(options: {
  readonly chronicle: Pick<Chronicle, 'add'>;
  readonly report: (playLogId: string, report: PlayReport) => Promise<unknown>;
  readonly errorCodeOf: (error: unknown) => ErrorCode | null;
  /** The decoder's counters; undefined on engines before Chromium 80. */
  readonly quality: () => VideoPlaybackQuality | undefined;
}): PlaybackRecorder {
  const { chronicle, errorCodeOf } = options;
  let lastState: PlaybackState = 'idle';
  let lastSeconds = 0;

  const countFrames = () => {
    const quality = options.quality();
    if (quality && quality.totalVideoFrames > 0)
      chronicle.add({ type: 'frames', dropped: quality.droppedVideoFrames, total: quality.totalVideoFrames });
  };

  return {
    async report(playLogId, report) {
      try {
        await options.report(playLogId, report);
        chronicle.add({ type: 'report', report, answer: 'accepted' });
      } catch (error) {
        chronicle.add({ type: 'report', report, answer: errorCodeOf(error) ?? 'unanswered' });
        throw error;
      }
    },
    enter(state, positionSeconds) {
      if (state === lastState) return false;
      // Before the decoder is released together with its counters.
      if (!holdsPicture(state) && holdsPicture(lastState)) countFrames();
      lastState = state;
      chronicle.add({ type: 'state', state, positionSeconds });
      return true;
    },
    moveTo(state, positionSeconds) {
      const isLoaded = state !== 'idle' && state !== 'loading';
      if (isLoaded && Math.abs(positionSeconds - lastSeconds) > SEEK_FROM_SECONDS)
        chronicle.add({ type: 'seek', fromSeconds: Math.round(lastSeconds), toSeconds: Math.round(positionSeconds) });
      lastSeconds = positionSeconds;
    },
    follow(event) {
      if (event.type === 'network') chronicle.add({ type: 'network', isGone: event.isGone });
      if (event.type === 'stream' || event.type === 'load-step') chronicle.add(event);
      if (event.type === 'variant') chronicle.add(event);
      if (event.type === 'error') {
        const { kind, category, code } = event.error;
        chronicle.add({ type: 'playback-error', kind, category, code });
      }
    },
    countFrames,
  };
}
