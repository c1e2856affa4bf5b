import type { ReactNode } from 'react';
import { FocusGroup, FocusScope } from '#src/focus/index.ts';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly focusKey: string;
  readonly title: string;
  readonly text?: string;
  /** Key of the button that has the focus at first: the one that does no harm. */
  readonly preferredKey: string;
  readonly onBack: () => boolean;
  readonly children: ReactNode;
}

/** A question over everything. It keeps the focus in, and gives it back where it was. */
export function Dialog({ focusKey, title, text, preferredKey, onBack, children }: DialogProps) {
  return (
    <div className={styles.veil}>
      <FocusScope
        focusKey={focusKey}
        axis="column"
        role="dialog"
        label={title}
        preferredKey={`${focusKey}/buttons`}
        className={styles.dialog}
        onBack={onBack}
      >
        <h2 className={styles.title}>{title}</h2>
        {text && <p className={styles.text}>{text}</p>}
        <FocusGroup focusKey={`${focusKey}/buttons`} axis="row" preferredKey={preferredKey} className={styles.buttons}>
          {children}
        </FocusGroup>
      </FocusScope>
    </div>
  );
}
