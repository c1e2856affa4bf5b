import type { Pace } from '#src/stores/pace-store.ts';

/*
 * Decides whether a set is slow, by the frames of its first moves (design/ten-foot.md, section 3).
 *
 *   arrow ──► frames of one slide ──► the move was smooth or not ──► eight moves ──► quick or slow
 */

/** Number of measured moves after the start; by then caches and the optimiser are warm. */
const MOVES = 8;

/** This many moves that are not smooth make a set slow; fewer may be caused by a loading screen. */
const SLOW_MOVES = 6;

/** Approximate duration of a slide, in ms (src/ui/tokens.css). */
const SLIDE_MS = 200;

/** Below this frame rate a slide looks like steps. */
const SMOOTH_FRAMES_PER_SECOND = 30;

/** A frame gap this long means that the page was hidden, in ms. */
const AWAY_MS = 1000;

/** Whether the frames of a slide were frequent enough; null if the page was hidden. @param frames instants in ms */
export function isSmooth(frames: readonly number[]): boolean | null {
  const first = frames[0] ?? 0;
  const last = frames[frames.length - 1] ?? 0;
  const isAway = frames.some((at, index) => index > 0 && at - (frames[index - 1] ?? at) > AWAY_MS);
  if (frames.length < 2 || isAway) return null;
  return (frames.length - 1) / (last - first) >= SMOOTH_FRAMES_PER_SECOND / 1000;
}

/** The verdict of the moves so far; null while there are too few. */
export function judgePace(moves: readonly boolean[]): Pace | null {
  if (moves.length < MOVES) return null;
  return moves.filter((wasSmooth) => !wasSmooth).length >= SLOW_MOVES ? 'slow' : 'quick';
}

export interface PaceWatchOptions {
  /** Runs a function with the next frame and its time in ms. Default: the page's. */
  readonly onNextFrame?: (run: (at: number) => void) => void;
  /** Called once. */
  readonly onMeasured: (pace: Pace) => void;
}

/** Measures the first moves; call the result with each move. Costs nothing before the first and after the last. */
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
