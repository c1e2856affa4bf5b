import { useLayoutEffect, useRef, type RefObject } from 'react';
import { useFocusEngine, useFocusIn } from '#src/focus/index.ts';
import { useLatest } from '#src/lib/use-latest.ts';

export interface ScrolledRows {
  /** What the wheel moves: the focus key of the list. */
  readonly focusKey: string;
  readonly rowsOf: (track: HTMLElement) => readonly HTMLElement[];
  /** How far the list is scrolled while a row has the focus, in rem. */
  readonly shiftFor: (rows: readonly HTMLElement[], index: number, track: HTMLElement) => number;
}

/** Whether the list shows a part of the row. */
function isInView(row: HTMLElement, track: HTMLElement) {
  const [seen, view] = [row.getBoundingClientRect(), track.parentElement?.getBoundingClientRect()];
  return view !== undefined && seen.top <= view.bottom && seen.bottom >= view.top;
}

/**
 * Scrolls rows with the focus, and under the pointer with the wheel. `data-more` says that rows are below the visible part.
 *
 * @returns the ref of what moves; its parent is the visible part
 */
export function useScrolledRows({ focusKey, rowsOf, shiftFor }: ScrolledRows): RefObject<HTMLDivElement | null> {
  const engine = useFocusEngine();
  const track = useRef<HTMLDivElement>(null);
  const shifted = useRef(0);
  const rows = () => (track.current ? rowsOf(track.current) : []);
  /** The furthest that the list is scrolled. */
  const mostShift = (all: readonly HTMLElement[], element: HTMLElement) => shiftFor(all, all.length - 1, element);
  const tellMore = (most: number) => {
    if (track.current?.parentElement) track.current.parentElement.dataset['more'] = String(shifted.current < most);
  };
  useLayoutEffect(() => {
    if (track.current) tellMore(mostShift(rows(), track.current));
  });
  useFocusIn(track, (part) => {
    const all = rows();
    const index = all.indexOf(part as HTMLElement);
    const row = all[index];
    if (!track.current || !row) return;
    // Nothing may move under the pointer.
    if (engine.isPointing() && isInView(row, track.current)) return;
    // The layout is read before anything is written.
    const most = mostShift(all, track.current);
    shifted.current = shiftFor(all, index, track.current);
    track.current.style.transform = `translate3d(0, ${-shifted.current}rem, 0)`;
    tellMore(most);
  });
  const latestRows = useLatest(rows);
  useLayoutEffect(() => {
    const element = track.current?.parentElement;
    if (!element) return;
    return engine.addWheel({
      key: focusKey,
      element,
      turn(direction) {
        const all = latestRows.current();
        const focused = all.indexOf(document.activeElement as HTMLElement);
        const key = all[focused + (direction === 'up' || direction === 'left' ? -1 : 1)]?.dataset['focusKey'];
        if (key !== undefined) engine.focus(key);
      },
    });
  }, [engine, latestRows, focusKey]);
  return track;
}
