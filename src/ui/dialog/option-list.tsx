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

/** A column of rows that scrolls with the focus, and under the pointer with the wheel. */
export function OptionList({ focusKey, label, visible, preferredKey, children }: OptionListProps) {
  const track = useRef<HTMLDivElement>(null);
  const engine = useFocusEngine();
  /** The highest that the visible part may be; a list without further rows is as high as its rows. */
  const height = visible * PITCH + PEEK;
  /** How far the list is scrolled, in rem. */
  const shifted = useRef(0);
  /** How far the list is scrolled while a row has the focus, in rem. */
  const shiftFor = (rows: readonly HTMLElement[], index: number): number =>
    engine.largeMeasures()?.listShift(rows, index, height) ??
    // Keep the row before the focused one visible.
    Math.min(Math.max(0, rows.length - visible), Math.max(0, index - visible + 2)) * PITCH;
  /** Lets the lower end fade while rows are below it. */
  const fade = () => {
    const rows = rowsOf(track.current);
    if (track.current?.parentElement)
      track.current.parentElement.dataset['more'] = String(shifted.current < shiftFor(rows, rows.length - 1));
  };
  useLayoutEffect(fade);
  useFocusIn(track, (part) => {
    const rows = rowsOf(track.current);
    const index = rows.indexOf(part as HTMLElement);
    const row = rows[index];
    if (!track.current || !row) return;
    // Nothing may move under the pointer.
    if (engine.isPointing() && isInView(row, track.current)) return;
    shifted.current = shiftFor(rows, index);
    track.current.style.transform = `translate3d(0, ${-shifted.current}rem, 0)`;
    fade();
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
    <div className={styles.view} style={{ maxHeight: `${height}rem` }}>
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
