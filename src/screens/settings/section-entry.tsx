import { useFocusLeaf, useFocusMove } from '#src/focus/index.ts';
import styles from './settings-screen.module.css';

export interface SectionEntryProps {
  readonly focusKey: string;
  readonly label: string;
  readonly isCurrent: boolean;
  readonly onFocus: () => void;
}

/** The name of a section. The focus shows the section; OK goes into it, as right does. */
export function SectionEntry({ focusKey, label, isCurrent, onFocus }: SectionEntryProps) {
  const moveFocus = useFocusMove();
  const focusProps = useFocusLeaf({ focusKey, onPress: () => moveFocus(`${focusKey}/content`) });
  return (
    <div
      {...focusProps}
      onFocus={onFocus}
      role="button"
      aria-label={label}
      aria-current={isCurrent ? 'true' : undefined}
      className={`${styles.section} ${isCurrent ? styles.current : ''}`}
    >
      {label}
    </div>
  );
}
