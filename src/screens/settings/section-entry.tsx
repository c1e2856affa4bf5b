import { useFocusIn, useFocusLeaf, useFocusMove } from '#src/focus/index.ts';
import styles from './settings-screen.module.css';

export interface SectionEntryProps {
  readonly focusKey: string;
  readonly label: string;
  readonly isCurrent: boolean;
  readonly onReach: () => void;
}

/** A section in the list on the left. Focus shows the section; OK and right move into it. */
export function SectionEntry({ focusKey, label, isCurrent, onReach }: SectionEntryProps) {
  const moveFocus = useFocusMove();
  const focusProps = useFocusLeaf({ focusKey, onPress: () => moveFocus(`${focusKey}/content`) });
  useFocusIn(focusProps.ref, onReach);
  return (
    <div
      {...focusProps}
      role="button"
      aria-label={label}
      aria-current={isCurrent ? 'true' : undefined}
      className={`${styles.section} ${isCurrent ? styles.current : ''}`}
    >
      {label}
    </div>
  );
}
