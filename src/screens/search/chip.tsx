import { useFocusLeaf } from '#src/focus/index.ts';
import styles from './search-screen.module.css';

interface ChipProps {
  readonly focusKey: string;
  readonly text: string;
  readonly label: string;
  readonly onPress: () => void;
  readonly onHold?: () => void;
  /** An action beside the texts. */
  readonly isQuiet?: boolean;
}

/** A text that is chosen by one press; a hold may remove it. */
export function Chip({ focusKey, text, label, onPress, onHold, isQuiet = false }: ChipProps) {
  const focusProps = useFocusLeaf({
    focusKey,
    onPress,
    ...(onHold ? { holdAction: () => ({ begin: onHold, names: ['검색', '검색어 지우기'] }) } : {}),
  });
  return (
    <div {...focusProps} role="button" aria-label={label} className={isQuiet ? styles.clear : styles.chip}>
      {text}
    </div>
  );
}
