import { useFocusLeaf } from '#src/focus/index.ts';
import { Icon, type AnyIcon } from '#src/ui/icon.tsx';
import styles from './search-screen.module.css';

interface ChipProps {
  readonly focusKey: string;
  readonly text: string;
  readonly label: string;
  /** What the text is, after it. */
  readonly note?: string;
  readonly icon?: AnyIcon;
  readonly onPress: () => void;
  readonly onHold?: () => void;
  /** An action beside the texts. */
  readonly isQuiet?: boolean;
  /** State of a chip that chooses; undefined for one that acts. */
  readonly isChosen?: boolean;
}

/** A text that is chosen by one press; a hold may remove it. */
export function Chip({ focusKey, text, label, note, icon, onPress, onHold, isQuiet = false, isChosen }: ChipProps) {
  const focusProps = useFocusLeaf({
    focusKey,
    onPress,
    ...(onHold ? { holdAction: () => ({ begin: onHold, names: ['검색', '검색어 지우기'] }) } : {}),
  });
  return (
    <div
      {...focusProps}
      role="button"
      aria-label={label}
      aria-pressed={isChosen}
      className={`${isQuiet ? styles.clear : styles.chip} ${isChosen ? styles.chosen : ''}`}
    >
      {icon && (
        <span className={styles.icon}>
          <Icon name={icon} size={1.5} />
        </span>
      )}
      {text}
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </div>
  );
}
