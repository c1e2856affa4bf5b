import type { ChronicleEntry } from './chronicle.ts';

/** How good a playback was, as its chronicle tells. */
export interface PlaybackMeasures {
  /** From the visit's begin to the first moving picture of the episode, in ms; null when there was none. */
  readonly firstFrameMs: number | null;
  /** Time waited for data, of the time waited and played; 0 to 1. Loading and seeks do not count. */
  readonly rebufferRatio: number;
  /** Pictures that the decoder dropped, and all of them; null where the engine does not tell. */
  readonly droppedFrames: number | null;
  readonly totalFrames: number | null;
}

/** @param endMs until when the last state has lasted, counted like the entries */
export function measuresOf(entries: readonly ChronicleEntry[], endMs: number): PlaybackMeasures {
  let state = 'idle';
  let sinceMs = 0;
  let playedMs = 0;
  let waitedMs = 0;
  let firstFrameMs: number | null = null;
  let frames: { dropped: number; total: number } | null = null;

  const count = (untilMs: number) => {
    if (state === 'playing') playedMs += untilMs - sinceMs;
    if (state === 'buffering') waitedMs += untilMs - sinceMs;
    sinceMs = untilMs;
  };
  for (const entry of entries) {
    if (entry.type === 'frames') frames = entry;
    if (entry.type !== 'state') continue;
    count(entry.atMs);
    ({ state } = entry);
    if (state === 'playing') firstFrameMs ??= entry.atMs;
  }
  count(endMs);
  return {
    firstFrameMs,
    rebufferRatio: waitedMs === 0 ? 0 : waitedMs / (waitedMs + playedMs),
    droppedFrames: frames?.dropped ?? null,
    totalFrames: frames?.total ?? null,
  };
}
