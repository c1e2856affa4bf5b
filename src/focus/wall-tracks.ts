import type { Clock, Stop } from '#src/lib/clock.ts';

/** Length of a move, in ms. After it, the style sheet's transition has a tail in which nothing visibly moves. */
const MOVE_MS = 180;

/**
 * Moves the tracks of walls: transforms only, without reading layout.
 *
 * In the last 40 ms of a transition, an engine runs every frame on its main thread, and one more to remove it. So the
 * style sheet's transition is longer than the move, and its tail is cut, with one frame (docs/decisions/075).
 *
 * @param hasCuts whether the style sheet has no transitions now
 */
export function createTrackMover({ after }: Pick<Clock, 'after'>, hasCuts: () => boolean) {
  /** The last value written to a track, in rem: engines return transforms in another notation. */
  const shifts = new WeakMap<HTMLElement, number>();
  /** Tracks that moved with a transition since the last cut. */
  const moved = new Set<HTMLElement>();
  let stopTimer: Stop | undefined;

  const cut = () => {
    moved.forEach((track) => (track.style.transition = 'none'));
    moved.clear();
  };

  /** Moves a track, with a transition unless it is cut. */
  return (track: HTMLElement, axis: 'x' | 'y', shift: number, isCut: boolean) => {
    const before = shifts.get(track);
    if (before === shift) return;
    shifts.set(track, shift);
    track.style.transition = isCut ? 'none' : '';
    track.style.transform = axis === 'x' ? `translate3d(${-shift}rem, 0, 0)` : `translate3d(0, ${-shift}rem, 0)`;
    // A new track is placed without a transition.
    if (before === undefined || isCut || hasCuts()) return;
    moved.add(track);
    stopTimer?.();
    stopTimer = after(MOVE_MS, cut);
  };
}
