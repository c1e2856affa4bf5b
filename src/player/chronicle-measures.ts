import type { ChronicleEntry } from './chronicle.ts';
import type { PlaybackState } from './playback-state.ts';

/** How good a playback was, as its chronicle tells. */
export interface PlaybackMeasures {
  /**
   * From the visit's begin to the first moving picture of the episode, in ms, without the advertisements before it; null
   * when there was none.
   */
  readonly firstFrameMs: number | null;
  /** Time waited for data, of the time waited and played; 0 to 1. Loading, and waiting after a seek, do not count. */
  readonly rebufferRatio: number;
  /** Pictures that the decoder dropped, and all of them; null where the engine does not tell. */
  readonly droppedFrames: number | null;
  readonly totalFrames: number | null;
}

export interface PlaybackMeasuring {
  follow(entry: ChronicleEntry): void;
  /** @param endMs until when the last state has lasted, counted like the entries */
  measures(endMs: number): PlaybackMeasures;
}

/** Measures while the chronicle is written: a long one forgets its beginning. */
export function createPlaybackMeasuring(): PlaybackMeasuring {
  let state: PlaybackState = 'idle';
  let sinceMs = 0;
  let playedMs = 0;
  let waitedMs = 0;
  let adSinceMs: number | null = null;
  let adsMs = 0;
  let firstFrameMs: number | null = null;
  let frames: { readonly dropped: number; readonly total: number } | null = null;
  /** The picture stood because it was loaded or moved to; what it waits for until it plays is part of that. */
  let isOnTheWay = true;

  const lasted = (name: PlaybackState, untilMs: number) => (state === name ? untilMs - sinceMs : 0);
  const waited = (untilMs: number) => (isOnTheWay ? 0 : lasted('buffering', untilMs));

  const enter = (next: PlaybackState, atMs: number) => {
    playedMs += lasted('playing', atMs);
    waitedMs += waited(atMs);
    sinceMs = atMs;
    state = next;
    if (next === 'seeking' || next === 'loading') isOnTheWay = true;
    if (next !== 'playing') return;
    isOnTheWay = false;
    firstFrameMs ??= atMs - adsMs;
  };

  return {
    follow(entry) {
      if (entry.type === 'state') enter(entry.state, entry.atMs);
      if (entry.type === 'ad-break') adSinceMs = entry.atMs;
      if (entry.type === 'ad' && adSinceMs !== null) {
        adsMs += entry.atMs - adSinceMs;
        adSinceMs = null;
      }
      // Each load counts from nothing.
      if (entry.type === 'frames')
        frames = { dropped: (frames?.dropped ?? 0) + entry.dropped, total: (frames?.total ?? 0) + entry.total };
    },
    measures(endMs) {
      const allWaitedMs = waitedMs + waited(endMs);
      const allMs = allWaitedMs + playedMs + lasted('playing', endMs);
      return {
        firstFrameMs,
        rebufferRatio: allMs === 0 ? 0 : allWaitedMs / allMs,
        droppedFrames: frames?.dropped ?? null,
        totalFrames: frames?.total ?? null,
      };
    },
  };
}
