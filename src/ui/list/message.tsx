import type { ReactNode } from 'react';
import { FocusGroup } from '#src/focus/index.ts';
import { Icon, type IconName } from '#src/ui/icon.tsx';
import styles from './message.module.css';

export interface MessageProps {
  readonly focusKey: string;
  readonly icon?: IconName;
  readonly title: string;
  readonly text: string;
  readonly preferredKey?: string;
  /** The remedies as buttons. */
  readonly children?: ReactNode;
}

/** A full-screen message with its remedies. */
export function Message({ focusKey, icon, title, text, preferredKey, children }: MessageProps) {
  return (
    <div className={styles.message} role="alert">
      {icon && (
        <div className={styles.icon}>
          <Icon name={icon} size={5} />
        </div>
      )}
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      <FocusGroup
        focusKey={focusKey}
        axis="row"
        className={styles.buttons}
        {...(preferredKey === undefined ? {} : { preferredKey })}
      >
        {children}
      </FocusGroup>
    </div>
  );
}
