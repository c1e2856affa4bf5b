import type { Pace } from '#src/stores/pace-store.ts';

/*
 * Whether a set is slow, by the frames that it draws in the first moves (design/ten-foot.md, section 3).
 *
 *   arrow ──► frames of one slide ──► the move was smooth or not ──► eight moves ──► quick or slow
 */

/** Moves that are watched after the start: by then caches and the optimizer have warmed up, if they ever do. */
const MOVES = 8;

/** Of these, as many that were not smooth make a set slow: what a screen costs that loads meanwhile is no verdict. */
const SLOW_MOVES = 6;

/** About as long as a slide, in ms (src/ui/tokens.css). */
const SLIDE_MS = 200;

/** Fewer frames a second than this draw no slide but steps: five of them. */
const SMOOTH_FRAMES_PER_SECOND = 30;

/** Whoever drew nothing for so long was not shown, in ms. */
const AWAY_MS = 1000;

/** Whether the frames of one slide came often enough; null where the page was away. @param frames instants in ms */
export function isSmooth(frames: readonly number[]): boolean | null {
  const first = frames[0] ?? 0;
  const last = frames[frames.length - 1] ?? 0;
  const isAway = frames.some((at, index) => index > 0 && at - (frames[index - 1] ?? at) > AWAY_MS);
  if (frames.length < 2 || isAway) return null;
  return (frames.length - 1) / (last - first) >= SMOOTH_FRAMES_PER_SECOND / 1000;
}

/** What the moves watched so far say; null while there are too few. */
export function judgePace(moves: readonly boolean[]): Pace | null {
  if (moves.length < MOVES) return null;
  return moves.filter((wasSmooth) => !wasSmooth).length >= SLOW_MOVES ? 'slow' : 'quick';
}

export interface PaceWatchOptions {
  /** Runs once when the next frame is drawn, told when, in ms; the page's own if not given. */
  readonly onNextFrame?: (run: (at: number) => void) => void;
  /** Told once. */
  readonly onMeasured: (pace: Pace) => void;
}

/** Watches the first moves: to be called with each. Before the first one and after the last it costs nothing. */
export function createPaceWatch(options: PaceWatchOptions): () => void {
  const { onMeasured, onNextFrame = (run) => void requestAnimationFrame(run) } = options;
  const moves: boolean[] = [];
  let isWatching = false;
  let isDone = false;

  const watchSlide = (frames: readonly number[]) =>
    onNextFrame((at) => {
      const seen = [...frames, at];
      if (at - (seen[0] ?? at) < SLIDE_MS) return watchSlide(seen);
      isWatching = false;
      const wasSmooth = isSmooth(seen);
      if (wasSmooth === null) return;
      moves.push(wasSmooth);
      const pace = judgePace(moves);
      if (pace === null) return;
      isDone = true;
      onMeasured(pace);
    });

  return () => {
    if (isDone || isWatching) return;
    isWatching = true;
    watchSlide([]);
  };
}
