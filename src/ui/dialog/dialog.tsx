import type { ReactNode } from 'react';
import { FocusGroup } from '#src/focus/index.ts';
import { DialogFrame } from './dialog-frame.tsx';
import styles from './dialog.module.css';

export interface DialogProps {
  readonly focusKey: string;
  readonly title: string;
  readonly text?: string;
  /** Key of the button with the initial focus: the harmless one. */
  readonly preferredKey: string;
  readonly onBack: () => boolean;
  readonly children: ReactNode;
}

/** A question over the screen with its answers as buttons. */
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
