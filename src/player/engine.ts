import type { Stream, Subtitle } from '#contract/playback.ts';
import type { PlaybackError } from './playback-error.ts';
import type { Unsubscribe } from './readable.ts';

/** What the decoder does. `buffering` is waiting for data while it should play. */
export type EngineState = 'playing' | 'paused' | 'buffering' | 'seeking' | 'ended';

/** A line of subtitles that stands on the picture now. */
export interface SubtitleCue {
  /** The same for the same cue of one track, so that a list of them can be keyed. */
  readonly key: string;
  /** Plain text; lines are separated by `\n`. */
  readonly text: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly placement: 'top' | 'bottom';
}

export interface SubtitleTracks {
  readonly available: readonly { readonly lang: string; readonly label: string }[];
  /** Language of the one that is on, or null when subtitles are off. */
  readonly active: string | null;
}

export type EngineEvent =
  | { readonly type: 'state'; readonly state: EngineState }
  | { readonly type: 'position'; readonly positionSeconds: number }
  | { readonly type: 'duration'; readonly durationSeconds: number }
  | { readonly type: 'buffered'; readonly bufferedEndSeconds: number }
  | { readonly type: 'stream'; readonly protocol: Stream['protocol'] }
  | { readonly type: 'tracks'; readonly subtitles: SubtitleTracks }
  | { readonly type: 'cues'; readonly cues: readonly SubtitleCue[] }
  | { readonly type: 'error'; readonly error: PlaybackError };

export interface EngineLoadRequest {
  /** Tried in order, after those of `preferredProtocol`, until one loads. */
  readonly streams: readonly Stream[];
  readonly startAtSeconds: number;
  readonly subtitles: readonly Subtitle[];
  /** Language that is on at the start; null for none. */
  readonly subtitleLang: string | null;
  /** `dash` when absent. */
  readonly preferredProtocol?: Stream['protocol'];
  /** Codec families, best first, e.g. `['vp9', 'avc1']`; the engine chooses when absent. */
  readonly preferredVideoCodecs?: readonly string[];
}

/**
 * What decodes: Shaka in the app, a fake in tests. It reports, and never decides what a viewer wants.
 * `load` may follow `load`, `unload` or a failure; after `destroy` every call does nothing.
 */
export interface PlaybackEngine {
  /**
   * Gets ready to play into `video`; the script of the decoder is loaded here.
   * @throws PlaybackError `network` when the script does not come.
   */
  attach(video: HTMLVideoElement): Promise<void>;
  /**
   * Loads, paused at `startAtSeconds`; `cancelled` when another load, unload or destroy came meanwhile.
   * @throws PlaybackError of the last stream when none could be loaded.
   */
  load(request: EngineLoadRequest): Promise<'loaded' | 'cancelled'>;
  /** Resolves false when the browser refuses to play without a gesture of the viewer. */
  play(): Promise<boolean>;
  pause(): void;
  seek(positionSeconds: number): void;
  selectSubtitle(lang: string | null): void;
  subscribe(listener: (event: EngineEvent) => void): Unsubscribe;
  /** Stops at once, then gives the decoder back to the television; the element stays attached. Never rejects. */
  unload(): Promise<void>;
  /** Idempotent; resolves when everything is let go. Never rejects. */
  destroy(): Promise<void>;
}
