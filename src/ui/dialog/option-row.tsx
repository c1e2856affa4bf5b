import type { ReactNode } from 'react';
import { useFocusLeaf } from '#src/focus/index.ts';
import { Icon } from '#src/ui/icon.tsx';
import { laterIcons } from '#src/ui/later-icons.ts';
import styles from './option-row.module.css';

export interface OptionRowProps {
  readonly focusKey: string;
  readonly label: string;
  /** A second line, smaller. */
  readonly detail?: string | undefined;
  /** The current value, at the end of the row. */
  readonly value?: string | undefined;
  /** Makes the row a switch. */
  readonly isOn?: boolean;
  /** Makes the row one of several to choose from. */
  readonly isChosen?: boolean;
  readonly picture?: ReactNode;
  /** Drawn under the label instead of a second line. */
  readonly drawing?: ReactNode;
  /** Without it, the row is information and cannot be pressed. */
  readonly onPress?: () => void;
}

/** A row with a label and a value. All rows have the same height, so that lists scroll by arithmetic. */
export function OptionRow(props: OptionRowProps) {
  const { focusKey, label, detail, value, isOn, isChosen, picture, drawing, onPress } = props;
  const focusProps = useFocusLeaf({ focusKey, ...(onPress ? { onPress } : {}) });
  return (
    <div
      {...focusProps}
      {...roleOf(props)}
      aria-label={[label, value, detail].filter(Boolean).join(', ')}
      className={`${styles.row} ${onPress ? styles.pressable : ''}`}
    >
      {picture && <span className={styles.picture}>{picture}</span>}
      <span className={styles.texts}>
        <span className={styles.label}>{label}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
        {drawing}
      </span>
      {value !== undefined && <span className={styles.value}>{value}</span>}
      {isOn !== undefined && (
        <span className={`${styles.track} ${isOn ? styles.on : ''}`}>
          <span className={styles.knob} />
        </span>
      )}
      {isChosen !== undefined && <span className={styles.mark}>{isChosen && <Icon name="check" size={2.25} />}</span>}
      {onPress && isOn === undefined && isChosen === undefined && (
        <span className={styles.mark}>
          <Icon name={laterIcons.forward} size={2} />
        </span>
      )}
    </div>
  );
}

function roleOf({ isOn, isChosen, onPress }: OptionRowProps) {
  if (isOn !== undefined) return { role: 'switch', 'aria-checked': isOn } as const;
  if (isChosen !== undefined) return { role: 'radio', 'aria-checked': isChosen } as const;
  return { role: onPress ? 'button' : 'note' } as const;
}
