import type { ReactNode } from 'react';
import { useFocusLeaf } from '#src/focus/index.ts';
import styles from './profile-choice.module.css';

export interface ProfileTileProps {
  readonly focusKey: string;
  /** The spoken label. */
  readonly label: string;
  readonly name: string;
  readonly note: string | null;
  readonly isBusy?: boolean;
  /** The content of the circle. */
  readonly children: ReactNode;
  readonly onPress: () => void;
}

/** A circle with a name under it. */
export function ProfileTile({ focusKey, label, name, note, isBusy = false, children, onPress }: ProfileTileProps) {
  const focusProps = useFocusLeaf({ focusKey, onPress });
  return (
    <div {...focusProps} role="button" aria-label={label} aria-busy={isBusy} className={styles.choice}>
      <div className={styles.picture}>{children}</div>
      <div className={styles.name}>{name}</div>
      <div className={styles.limit}>{note}</div>
    </div>
  );
}
