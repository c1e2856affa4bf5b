import { FocusScope, type FocusScopeProps } from '#src/focus/index.ts';
import styles from './dialog.module.css';

export interface DialogFrameProps extends Omit<FocusScopeProps, 'axis' | 'role' | 'className'> {
  readonly label: string;
  readonly isNarrow?: boolean;
}

/** A panel over the screen that traps the focus and restores it afterwards. */
export function DialogFrame({ isNarrow = false, ...scope }: DialogFrameProps) {
  return (
    <div className={styles.veil}>
      <FocusScope
        {...scope}
        axis="column"
        role="dialog"
        className={`${styles.dialog} ${isNarrow ? styles.narrow : ''}`}
      />
    </div>
  );
}
