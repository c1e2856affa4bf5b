import type { Stream } from '#contract/playback.ts';
import type { PlaybackError } from '#src/player/playback-error.ts';

/** A completely stored video. */
export interface StoredVideo {
  /** The address that the engine loads. */
  readonly uri: string;
  readonly sizeBytes: number;
  /** The stored record, unvalidated. */
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
  /** Called with the stored share, 0 to 1. */
  readonly onProgress: (part: number) => void;
}

export interface Storing {
  /** Never rejects; an incomplete store is removed. */
  readonly outcome: Promise<StoreOutcome>;
  cancel(): void;
}

/** Storage of whole videos: Shaka's offline storage in the app, a fake in tests. */
export interface OfflineStore {
  /**
   * Lists stored videos. `isAbandoned` decides by its record whether to remove an incomplete store of an earlier page.
   * @throws PlaybackError when there is no storage, or it cannot be read.
   */
  list(isAbandoned: (record: unknown) => boolean): Promise<readonly StoredVideo[]>;
  store(request: StoreRequest): Storing;
  /** @throws PlaybackError */
  remove(uri: string): Promise<void>;
}
