import type { ReactNode } from 'react';
import { FocusGroup, useFocusEngine } from '#src/focus/index.ts';
import { useScrolledRows } from '#src/ui/list/use-scrolled-rows.ts';
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

const rowsOf = (track: HTMLElement) => Array.from(track.firstElementChild?.children ?? []) as HTMLElement[];

/** A column of rows that scrolls with the focus, and under the pointer with the wheel. */
export function OptionList({ focusKey, label, visible, preferredKey, children }: OptionListProps) {
  const engine = useFocusEngine();
  /** The highest that the visible part may be; a list without further rows is as high as its rows. */
  const height = visible * PITCH + PEEK;
  const track = useScrolledRows({
    focusKey,
    rowsOf,
    shiftFor: (rows, index) =>
      engine.largeMeasures()?.listShift(rows, index, height) ??
      // Keep the row before the focused one visible.
      Math.min(Math.max(0, rows.length - visible), Math.max(0, index - visible + 2)) * PITCH,
  });
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
