import type { ReactNode } from 'react';
import { FocusGroup } from '#src/focus/index.ts';
import { DialogFrame } from './dialog-frame.tsx';
import styles from './phone-dialog.module.css';
import { QrCode } from '#src/ui/form/qr-code.tsx';

export interface PhoneDialogProps {
  readonly focusKey: string;
  readonly title: string;
  /** One paragraph each. */
  readonly texts: readonly string[];
  /** Address of the phone's page; null while it is not known. */
  readonly url: string | null;
  /** Spoken label of the code. */
  readonly codeLabel: string;
  readonly preferredKey: string;
  readonly onBack: () => void;
  /** Buttons. */
  readonly children: ReactNode;
}

/** A QR code that leads a phone to a page, and why. */
export function PhoneDialog(props: PhoneDialogProps) {
  const { focusKey, title, texts, url, codeLabel, preferredKey, onBack, children } = props;
  const buttonsKey = `${focusKey}/buttons`;
  return (
    <DialogFrame
      focusKey={focusKey}
      label={title}
      preferredKey={buttonsKey}
      onBack={() => {
        onBack();
        return true;
      }}
    >
      <div className={styles.columns}>
        <div className={styles.frame}>
          <QrCode text={url} label={codeLabel} className={styles.code} />
        </div>
        <div className={styles.facts}>
          <h2 className={styles.title}>{title}</h2>
          {texts.map((text) => (
            <p key={text} className={styles.text}>
              {text}
            </p>
          ))}
        </div>
      </div>
      <FocusGroup focusKey={buttonsKey} axis="row" preferredKey={preferredKey} className={styles.buttons}>
        {children}
      </FocusGroup>
    </DialogFrame>
  );
}
