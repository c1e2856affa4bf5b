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

/** A track that can be chosen, by its language. */
export interface TrackOption {
  readonly lang: string;
  readonly label: string;
}

/** What of the stream can be chosen, and what is on. */
export interface Tracks {
  /** `active` is null when subtitles are off. */
  readonly subtitles: { readonly available: readonly TrackOption[]; readonly active: string | null };
  readonly audio: { readonly available: readonly TrackOption[]; readonly active: string | null };
  /** Heights of the picture in lines, the highest first; `active` is null while the engine chooses. */
  readonly quality: { readonly available: readonly number[]; readonly active: number | null };
}

/** What is fetched of the stream: the picture's height in lines, and picture and sound in kilobits per second. */
export interface PlayedVariant {
  readonly height: number;
  readonly kilobits: number;
}

export const NO_TRACKS: Tracks = {
  subtitles: { available: [], active: null },
  audio: { available: [], active: null },
  quality: { available: [], active: null },
};

export type EngineEvent =
  | { readonly type: 'state'; readonly state: EngineState }
  | { readonly type: 'position'; readonly positionSeconds: number }
  | { readonly type: 'duration'; readonly durationSeconds: number }
  | { readonly type: 'buffered'; readonly bufferedEndSeconds: number }
  | { readonly type: 'stream'; readonly protocol: Stream['protocol'] }
  /** Another picture is being fetched from here on, or the first one. */
  | ({ readonly type: 'variant' } & PlayedVariant)
  | { readonly type: 'tracks'; readonly tracks: Tracks }
  | { readonly type: 'cues'; readonly cues: readonly SubtitleCue[] }
  /** The addresses are no good any more: what is buffered plays on until `readdress`. */
  | { readonly type: 'refused' }
  /** Downloads fail, or come again; what is buffered plays on. */
  | { readonly type: 'network'; readonly isGone: boolean }
  | { readonly type: 'error'; readonly error: PlaybackError };

export interface EngineLoadRequest {
  /** Tried in order, after those of `preferredProtocol`, until one loads. */
  readonly streams: readonly Stream[];
  readonly startAtSeconds: number;
  readonly subtitles: readonly Subtitle[];
  /** Language that is on at the start; null for none. */
  readonly subtitleLang: string | null;
  /** Language of the sound, where the stream has it; the stream's own choice when absent. */
  readonly audioLang?: string;
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
  /** What is chosen holds for later loads too, where the stream has it. */
  selectSubtitle(lang: string | null): void;
  selectAudio(lang: string): void;
  /** Height of the picture in lines; null leaves it to the network. */
  selectQuality(height: number | null): void;
  /** Seconds of the episode in a second of the clock, also for later loads. */
  setSpeed(speed: number): void;
  /**
   * Goes on with new addresses of the streams that are loaded, without a break in the picture.
   * @returns false when they cannot stand in for the old ones: then it has to be loaded anew.
   */
  readdress(streams: readonly Stream[]): boolean;
  /** The network may be back: tries again now what is being waited for. */
  tryNetwork(): void;
  subscribe(listener: (event: EngineEvent) => void): Unsubscribe;
  /** Stops at once, then gives the decoder back to the television; the element stays attached. Never rejects. */
  unload(): Promise<void>;
  /** Idempotent; resolves when everything is let go. Never rejects. */
  destroy(): Promise<void>;
}
