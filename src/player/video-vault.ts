import type { Stream } from '#contract/playback.ts';
import type { PlaybackError } from './playback-error.ts';

/** A video that lies on the disk as a whole. */
export interface StoredVideo {
  /** What the engine loads in place of a stream's address. */
  readonly uri: string;
  readonly sizeBytes: number;
  /** What was given along with it, as the disk gives it back: to be checked before it is believed. */
  readonly record: unknown;
}

export type StoreOutcome =
  | { readonly type: 'stored'; readonly video: StoredVideo }
  | { readonly type: 'cancelled' }
  | { readonly type: 'no-space' }
  | { readonly type: 'failed'; readonly error: PlaybackError };

export interface StoreRequest {
  readonly stream: Stream;
  readonly record: object;
  /** Told the part that is there, 0 to 1. */
  readonly onProgress: (part: number) => void;
}

export interface Storing {
  /** Never rejects; what was cut short leaves nothing behind. */
  readonly outcome: Promise<StoreOutcome>;
  cancel(): void;
}

/** Where whole videos lie: Shaka's offline storage in the app, a fake in tests. */
export interface VideoVault {
  /**
   * What lies there. Of a store that its page did not live to end, `isAbandoned` says by its record whether to clear it.
   * @throws PlaybackError when there is no storage, or it cannot be read.
   */
  list(isAbandoned: (record: unknown) => boolean): Promise<readonly StoredVideo[]>;
  store(request: StoreRequest): Storing;
  /** @throws PlaybackError */
  remove(uri: string): Promise<void>;
}
