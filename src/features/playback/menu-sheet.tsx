import type { ReactNode } from 'react';
import { FocusScope, useFocusLeaf } from '#src/focus/index.ts';
import { Icon } from '#src/ui/icon.tsx';
import { listShift } from '#src/ui/list/list-shift.ts';
import { useScrolledRows } from '#src/ui/list/use-scrolled-rows.ts';
import styles from './menu-sheet.module.css';

export interface MenuSheetProps {
  readonly focusKey: string;
  readonly title: string;
  readonly preferredKey?: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const rowsOf = (track: HTMLElement) => Array.from(track.querySelectorAll<HTMLElement>('[data-focus-key]'));

/** A menu at the right edge beside the picture. It traps the focus and restores it afterwards. */
export function MenuSheet({ focusKey, title, preferredKey, onClose, children }: MenuSheetProps) {
  const track = useScrolledRows({
    focusKey,
    rowsOf,
    shiftFor(rows, index, { parentElement: view }) {
      const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
      return listShift(rows, index, (view?.clientHeight ?? Infinity) / rem);
    },
  });
  const close = () => {
    onClose();
    return true;
  };
  return (
    <div className={styles.veil} onClick={onClose}>
      <div className={styles.sheet} onClick={(event) => event.stopPropagation()}>
        <h2 className={styles.title}>{title}</h2>
        <div className={styles.view}>
          <div ref={track} className={styles.track}>
            <FocusScope
              focusKey={focusKey}
              axis="column"
              role="dialog"
              label={title}
              onBack={close}
              {...(preferredKey === undefined ? {} : { preferredKey })}
            >
              {children}
            </FocusScope>
          </div>
        </div>
      </div>
    </div>
  );
}

export const MenuHeading = ({ text }: { text: string }) => <h3 className={styles.heading}>{text}</h3>;

export interface MenuOptionProps {
  readonly focusKey: string;
  readonly label: string;
  readonly isChosen: boolean;
  readonly onPress: () => void;
}

/** An option of a single choice. */
export function MenuOption({ focusKey, label, isChosen, onPress }: MenuOptionProps) {
  const focusProps = useFocusLeaf({ focusKey, onPress });
  return (
    <div {...focusProps} role="radio" aria-checked={isChosen} aria-label={label} className={styles.row}>
      <span className={styles.check}>{isChosen && <Icon name="check" />}</span>
      <span>{label}</span>
    </div>
  );
}

/** A switch. */
export function MenuSwitch({ focusKey, label, isChosen, onPress }: MenuOptionProps) {
  const focusProps = useFocusLeaf({ focusKey, onPress });
  return (
    <div {...focusProps} role="switch" aria-checked={isChosen} aria-label={label} className={styles.row}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>{isChosen ? '켜짐' : '꺼짐'}</span>
    </div>
  );
}

export interface MenuValueProps<T extends string> {
  readonly focusKey: string;
  readonly label: string;
  readonly values: readonly T[];
  readonly names: Readonly<Record<T, string>>;
  readonly chosen: T;
  readonly onChoose: (value: T) => void;
}

/** A choice between a few values: left and right step through them, OK selects the next. */
export function MenuValue<T extends string>({ focusKey, label, values, names, chosen, onChoose }: MenuValueProps<T>) {
  const step = (by: number) => {
    const next = values[(values.indexOf(chosen) + by + values.length) % values.length];
    if (next !== undefined) onChoose(next);
  };
  const focusProps = useFocusLeaf({
    focusKey,
    onPress: () => step(1),
    onArrow(direction) {
      if (direction === 'up' || direction === 'down') return false;
      step(direction === 'left' ? -1 : 1);
      return true;
    },
  });
  return (
    <div
      {...focusProps}
      role="spinbutton"
      aria-label={label}
      aria-valuenow={values.indexOf(chosen)}
      aria-valuetext={names[chosen]}
      className={styles.row}
    >
      <span className={styles.label}>{label}</span>
      <span className={styles.arrow}>‹</span>
      <span className={styles.choice}>{names[chosen]}</span>
      <span className={styles.arrow}>›</span>
    </div>
  );
}
