import { FocusScope, type FocusScopeProps } from '#src/focus/index.ts';
import styles from './dialog.module.css';

export interface DialogFrameProps extends Omit<FocusScopeProps, 'axis' | 'role' | 'className'> {
  readonly label: string;
  readonly isNarrow?: boolean;
}

/** A panel over everything. It keeps the focus in, and gives it back where it was. */
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
