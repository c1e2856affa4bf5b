import type { Clock } from '#src/lib/clock.ts';
import type { EngineLoadRequest, PlaybackEngine } from './engine.ts';
import type { PlaybackError } from './playback-error.ts';
import type { Readable } from './readable.ts';

export type PlaybackState = 'idle' | 'loading' | 'playing' | 'paused' | 'buffering' | 'seeking' | 'ended' | 'failed';

/** What a request would do now; a request that is not possible does nothing. */
export interface PlaybackPossibilities {
  readonly play: boolean;
  readonly pause: boolean;
  readonly seek: boolean;
  readonly retry: boolean;
}

export interface PlaybackSnapshot {
  readonly state: PlaybackState;
  readonly can: PlaybackPossibilities;
  /** What the viewer asked for last: true while it plays or will play as soon as it can. Draw the play button from this. */
  readonly isPlayWanted: boolean;
  /** True after 500 ms of waiting for data, a seek or a load. */
  readonly isBufferingShown: boolean;
  /** 0 until it is known. */
  readonly durationSeconds: number;
  /** Set in `failed` only. */
  readonly error: PlaybackError | null;
}

/** Changes several times a second, hence apart from the snapshot. */
export interface PlaybackPosition {
  /** The position to show: the target as soon as a seek is asked for. */
  readonly positionSeconds: number;
  readonly bufferedEndSeconds: number;
}

export interface PlaybackLoadRequest extends EngineLoadRequest {
  /** Whether it plays by itself once loaded. */
  readonly isPlayWanted: boolean;
}

/** Requests of the viewer; the state follows when the engine reports. */
export interface PlaybackMachine extends Readable<PlaybackSnapshot> {
  readonly position: Readable<PlaybackPosition>;
  load(request: PlaybackLoadRequest): Promise<void>;
  play(): void;
  pause(): void;
  /** Moves by `deltaSeconds` from the shown position, also while an earlier seek is under way. */
  seekBy(deltaSeconds: number): void;
  seekTo(positionSeconds: number): void;
  /** Loads again at the shown position after a failure. */
  retry(): Promise<void>;
  /** Gives the decoder back; the shown position stays. */
  release(): Promise<void>;
  /** Destroys the engine; nothing is possible afterwards. Idempotent. */
  close(): Promise<void>;
}

export interface PlaybackMachineOptions {
  readonly engine: PlaybackEngine;
  readonly clock: Clock;
}
