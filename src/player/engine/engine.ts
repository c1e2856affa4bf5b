import type { Drawing, PictureSubtitle, Sound, Stream, Subtitle } from '#contract/playback.ts';
import type { PicturePlace } from '#contract/rules/picture-cue.ts';
import type { CuePlacement } from './cue-position.ts';
import type { CueLine } from './cue-text.ts';
import type { DrawingChoice } from './drawings.ts';
import type { LoadedSheet } from './picture-sheets.ts';
import type { PlaybackError } from '#src/player/playback-error.ts';
import type { Unsubscribe } from '#src/player/readable.ts';
import type { TrackOption } from './track-options.ts';

/** State of the decoder. `buffering` means waiting for data while playback is requested. */
export type EngineState = 'playing' | 'paused' | 'buffering' | 'seeking' | 'ended';

/** A subtitle that is a part of a picture. */
export interface CuePicture {
  readonly sheet: LoadedSheet;
  /** In pixels of the sheet. */
  readonly part: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  /** In per cent of the screen. */
  readonly place: PicturePlace;
}

/** A visible subtitle. */
export interface SubtitleCue {
  /** Stable per cue of a track, for use as a list key. */
  readonly key: string;
  /** Plain text; lines are separated by `\n`. */
  readonly text: string;
  readonly lines: readonly CueLine[];
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly placement: CuePlacement;
  /** Its text and lines are empty. */
  readonly picture?: CuePicture;
}

/** The available tracks, and the keys of the active ones. */
export interface Tracks {
  /** `active` is null when subtitles are off, even if forced ones are shown. */
  readonly subtitles: { readonly available: readonly TrackOption[]; readonly active: string | null };
  /** Signs and songs in the picture, by language. */
  readonly drawings: { readonly available: readonly TrackOption[]; readonly active: string | null };
  readonly audio: { readonly available: readonly TrackOption[]; readonly active: string | null };
  /** Heights of the picture in lines, the highest first; `active` is null while the engine chooses. */
  readonly quality: { readonly available: readonly number[]; readonly active: number | null };
}

/** The downloaded rendition: height in lines, bit rates of video and audio in kbit/s. */
export interface PlayedVariant {
  readonly height: number;
  readonly kilobits: number;
}

export const NO_TRACKS: Tracks = {
  subtitles: { available: [], active: null },
  drawings: { available: [], active: null },
  audio: { available: [], active: null },
  quality: { available: [], active: null },
};

/** Steps of a load: the manifest was asked for, is there, and the first segments are in the decoder. */
export type LoadStep = 'asked' | 'manifest' | 'segment';

export type EngineEvent =
  /** `positionSeconds`: where the element stands, with `ended`. */
  | { readonly type: 'state'; readonly state: EngineState; readonly positionSeconds?: number }
  | { readonly type: 'position'; readonly positionSeconds: number }
  | { readonly type: 'duration'; readonly durationSeconds: number }
  | { readonly type: 'buffered'; readonly bufferedEndSeconds: number }
  /** The engine skipped a hole in the data. */
  | { readonly type: 'hole'; readonly fromSeconds: number; readonly toSeconds: number }
  | { readonly type: 'load-step'; readonly step: LoadStep }
  /** `isPrepared`: its first segments were in memory before. */
  | { readonly type: 'stream'; readonly protocol: Stream['protocol']; readonly isPrepared?: boolean }
  /** The rendition changed, or is known for the first time. */
  | ({ readonly type: 'variant' } & PlayedVariant)
  | { readonly type: 'tracks'; readonly tracks: Tracks }
  | { readonly type: 'cues'; readonly cues: readonly SubtitleCue[] }
  /** The addresses are no longer valid; playback continues from the buffer until `readdress`. */
  | { readonly type: 'refused' }
  /** Downloads fail or work again; playback continues from the buffer. */
  | { readonly type: 'network'; readonly isGone: boolean }
  | { readonly type: 'error'; readonly error: PlaybackError };

export interface EngineLoadRequest {
  /** Tried in order until one loads, those of `preferredProtocol` first. */
  readonly streams: readonly Stream[];
  readonly startAtSeconds: number;
  readonly subtitles: readonly (Subtitle | PictureSubtitle)[];
  /** Key of the initial subtitles; null for none. */
  readonly subtitleKey: string | null;
  readonly drawings?: readonly Drawing[];
  readonly drawing?: DrawingChoice;
  /** Language, role and label of the sounds, where the server knows them. */
  readonly sounds?: readonly Sound[];
  /** Key of the sound, if the stream has one of this language. Default: the stream's choice. */
  readonly audioKey?: string;
  /** Default: `dash`. */
  readonly preferredProtocol?: Stream['protocol'];
  /** Codec families, best first, e.g. `['vp9', 'avc1']`. Default: the engine's choice. */
  readonly preferredVideoCodecs?: readonly string[];
}

/**
 * The decoder: Shaka in the app, a fake in tests. It reports events and never decides for the viewer.
 * `load` may follow `load`, `unload` or a failure; after `destroy` every call does nothing.
 */
export interface PlaybackEngine {
  /**
   * Prepares playback in `video` and loads the decoder's script.
   * @throws PlaybackError `network` when the script fails to load.
   */
  attach(video: HTMLVideoElement): Promise<void>;
  /**
   * Loads, paused at `startAtSeconds`; `cancelled` when another load, unload or destroy interrupts it.
   * @throws PlaybackError of the last stream when none could be loaded.
   */
  load(request: EngineLoadRequest): Promise<'loaded' | 'cancelled'>;
  /** Resolves false when the browser requires a user gesture first. */
  play(): Promise<boolean>;
  pause(): void;
  seek(positionSeconds: number): void;
  /** By key; also applies to later loads, where the stream has the language. */
  selectSubtitle(key: string | null): void;
  /** In place; also applies to later loads. */
  selectDrawing(choice: DrawingChoice): void;
  selectAudio(key: string): void;
  /** Height in lines; null selects automatically. */
  selectQuality(height: number | null): void;
  /** Playback rate, also for later loads. */
  setSpeed(speed: number): void;
  /**
   * Continues with new addresses of the loaded streams without interrupting the picture.
   * @returns false when they cannot replace the old ones; then a new load is needed.
   */
  readdress(streams: readonly Stream[]): boolean;
  /** Retries pending downloads now, because the network may be back. */
  tryNetwork(): void;
  subscribe(listener: (event: EngineEvent) => void): Unsubscribe;
  /** Stops at once, then releases the decoder; the element stays attached. Never rejects. */
  unload(): Promise<void>;
  /** Idempotent; resolves when everything is released. Never rejects. */
  destroy(): Promise<void>;
}
