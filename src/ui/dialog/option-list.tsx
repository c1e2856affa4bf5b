import { useRef, type ReactNode } from 'react';
import { FocusGroup, useFocusEngine, useFocusIn } from '#src/focus/index.ts';
import styles from './option-list.module.css';

/** A row with the room below it, in rem (option-row.module.css). */
const PITCH = 7;
/** The visible part of the row after the last whole one, which shows that the list continues. */
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

/** A column of rows that scrolls with the focus. */
export function OptionList({ focusKey, label, visible, preferredKey, children }: OptionListProps) {
  const track = useRef<HTMLDivElement>(null);
  const engine = useFocusEngine();
  const height = visible * PITCH + PEEK;
  useFocusIn(track, (part) => {
    const rows: (EventTarget | null)[] = Array.from(track.current?.firstElementChild?.children ?? []);
    const index = rows.indexOf(part);
    if (!track.current || index < 0) return;
    const most = Math.max(0, rows.length - visible);
    const shift =
      engine.largeMeasures()?.listShift(rows as HTMLElement[], index, height) ??
      // Keep the row before the focused one visible.
      Math.min(most, Math.max(0, index - visible + 2)) * PITCH;
    track.current.style.transform = `translate3d(0, ${-shift}rem, 0)`;
  });
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
