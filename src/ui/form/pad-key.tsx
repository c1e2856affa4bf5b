import { useFocusLeaf } from '#src/focus/index.ts';
import styles from './pad-key.module.css';

/** A key of a pad on the screen. */
export function PadKey({ focusKey, label, onPress }: { focusKey: string; label: string; onPress: () => void }) {
  const focusProps = useFocusLeaf({ focusKey, onPress, isOrdinalSaid: false });
  return (
    <div {...focusProps} role="button" aria-label={label} className={styles.key}>
      {label}
    </div>
  );
}
