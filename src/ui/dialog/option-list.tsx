import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { FocusGroup, useFocusEngine, useFocusIn } from '#src/focus/index.ts';
import styles from './option-list.module.css';

/** A row with the room below it, in rem (option-row.module.css). */
const PITCH = 7;
/** The visible part of the row after the last whole one. It fades out, which shows that the list continues. */
const PEEK = 2.5;

export interface OptionListProps {
  readonly focusKey: string;
  readonly label?: string;
  /** The number of fully visible rows. */
  readonly visible: number;
  readonly preferredKey?: string;
  /** Rows only. */
  readonly children: ReactNode;
}

const rowsOf = (track: HTMLElement | null) => Array.from(track?.firstElementChild?.children ?? []) as HTMLElement[];

/** Whether the list shows a part of the row. */
function isInView(row: HTMLElement, track: HTMLElement) {
  const [seen, view] = [row.getBoundingClientRect(), track.parentElement?.getBoundingClientRect()];
  return view !== undefined && seen.top <= view.bottom && seen.bottom >= view.top;
}

/** Lets the lower end fade while rows are below it. @param bottom of the visible part, in rem from the first row */
function fade(track: HTMLElement | null, bottom: number) {
  const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
  // The room below the last row is no row.
  if (track?.parentElement) track.parentElement.dataset['more'] = String(track.offsetHeight > (bottom + 1) * rem);
}

/** A column of rows that scrolls with the focus, and under the pointer with the wheel. */
export function OptionList({ focusKey, label, visible, preferredKey, children }: OptionListProps) {
  const track = useRef<HTMLDivElement>(null);
  const engine = useFocusEngine();
  const height = visible * PITCH + PEEK;
  /** How far the list is scrolled, in rem. */
  const shifted = useRef(0);
  useLayoutEffect(() => {
    fade(track.current, shifted.current + height);
  });
  useFocusIn(track, (part) => {
    const rows = rowsOf(track.current);
    const index = rows.indexOf(part as HTMLElement);
    const row = rows[index];
    if (!track.current || !row) return;
    // Nothing may move under the pointer.
    if (engine.isPointing() && isInView(row, track.current)) return;
    const most = Math.max(0, rows.length - visible);
    const shift =
      engine.largeMeasures()?.listShift(rows, index, height) ??
      // Keep the row before the focused one visible.
      Math.min(most, Math.max(0, index - visible + 2)) * PITCH;
    track.current.style.transform = `translate3d(0, ${-shift}rem, 0)`;
    shifted.current = shift;
    fade(track.current, shift + height);
  });
  useLayoutEffect(() => {
    const element = track.current?.parentElement;
    if (!element) return;
    return engine.addWheel({
      key: focusKey,
      element,
      turn(direction) {
        const rows = rowsOf(track.current);
        const focused = rows.indexOf(document.activeElement as HTMLElement);
        const key = rows[focused + (direction === 'up' || direction === 'left' ? -1 : 1)]?.dataset['focusKey'];
        if (key !== undefined) engine.focus(key);
      },
    });
  }, [engine, focusKey]);
  return (
    <div className={styles.view} style={{ height: `${height}rem` }}>
      <div ref={track} className={styles.track}>
        <FocusGroup
          focusKey={focusKey}
          axis="column"
          {...(label === undefined ? {} : { role: 'group' as const, label })}
          {...(preferredKey === undefined ? {} : { preferredKey })}
        >
          {children}
        </FocusGroup>
      </div>
    </div>
  );
}
