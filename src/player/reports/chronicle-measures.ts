import type { ChronicleEntry } from './chronicle-entry.ts';
import { createStartMeasuring } from './start-parts.ts';
import { createRenditionMeasuring, type PlaybackQuality } from './playback-quality.ts';
import type { PlaybackState } from '#src/player/playback-state.ts';

/** Quality measures of a playback, computed from its chronicle. */
export interface PlaybackMeasures {
  /**
   * From the start of the visit to the first moving frame of the episode, in ms, without advertisements; null when there
   * was none.
   */
  readonly firstFrameMs: number | null;
  /** Share of buffering in the time of buffering and playback, 0 to 1. Loading and waiting after a seek do not count. */
  readonly rebufferRatio: number;
  /** Dropped and total frames; null where the engine does not count them. */
  readonly droppedFrames: number | null;
  readonly totalFrames: number | null;
}

export interface PlaybackMeasuring {
  follow(entry: ChronicleEntry): void;
  /** @param endMs end of the last state, relative to the start like the entries */
  measures(endMs: number): PlaybackMeasures;
  /** The same and more, for operators. @param endMs as above */
  quality(endMs: number): PlaybackQuality;
}

/** Measures incrementally, because a long chronicle drops its first entries. */
export function createPlaybackMeasuring(): PlaybackMeasuring {
  let state: PlaybackState = 'idle';
  let sinceMs = 0;
  let playedMs = 0;
  let waitedMs = 0;
  let waits = 0;
  let adSinceMs: number | null = null;
  let adsMs = 0;
  let firstFrameMs: number | null = null;
  let frames: { readonly dropped: number; readonly total: number } | null = null;
  /** True during a load or a seek; buffering before playback then counts as a part of it. */
  let isOnTheWay = true;
  const renditions = createRenditionMeasuring();
  const start = createStartMeasuring();

  const lasted = (name: PlaybackState, untilMs: number) => (state === name ? untilMs - sinceMs : 0);
  const waited = (untilMs: number) => (isOnTheWay ? 0 : lasted('buffering', untilMs));

  const enter = (next: PlaybackState, atMs: number) => {
    playedMs += lasted('playing', atMs);
    waitedMs += waited(atMs);
    sinceMs = atMs;
    state = next;
    if (next === 'buffering' && !isOnTheWay) waits += 1;
    if (next === 'seeking' || next === 'loading') isOnTheWay = true;
    if (next !== 'playing') return;
    isOnTheWay = false;
    firstFrameMs ??= atMs - adsMs;
  };

  return {
    follow(entry) {
      renditions.follow(entry);
      start.follow(entry);
      if (entry.type === 'state') enter(entry.state, entry.atMs);
      if (entry.type === 'ad-break') adSinceMs = entry.atMs;
      if (entry.type === 'ad' && adSinceMs !== null) {
        adsMs += entry.atMs - adSinceMs;
        adSinceMs = null;
      }
      // The counters restart with each load.
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
    quality: (endMs) => ({
      startupMs: firstFrameMs,
      start: start.parts(),
      rebufferMs: waitedMs + waited(endMs),
      cntRebuffer: waits,
      cntDropped: frames?.dropped ?? 0,
      cntDecoded: frames?.total ?? 0,
      ...renditions.measures(endMs),
    }),
  };
}
