import type { ReactNode } from 'react';
import { FocusGroup } from '#src/focus/index.ts';
import { DialogFrame } from './dialog-frame.tsx';
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

/** A question over everything, and its answers as buttons. */
export function Dialog({ focusKey, title, text, preferredKey, onBack, children }: DialogProps) {
  const buttonsKey = `${focusKey}/buttons`;
  return (
    <DialogFrame focusKey={focusKey} label={title} preferredKey={buttonsKey} onBack={onBack}>
      <h2 className={styles.title}>{title}</h2>
      {text && <p className={styles.text}>{text}</p>}
      <FocusGroup focusKey={buttonsKey} axis="row" preferredKey={preferredKey} className={styles.buttons}>
        {children}
      </FocusGroup>
    </DialogFrame>
  );
}
