import type { ReactNode } from 'react';
import { Spoken } from '../spoken.tsx';
import styles from './typed-text.module.css';

export interface TypedTextProps {
  readonly label: string;
  readonly value: string;
  readonly placeholder?: string;
  /** Shows a dot for each character. */
  readonly isMasked?: boolean;
  readonly error?: string | undefined;
  /** Shown in place of an error while there is none. */
  readonly children?: ReactNode;
}

/** The typed text, large, with a caret. The keyboard has the focus; screen readers hear changes of this element. */
export function TypedText({ label, value, placeholder = '', isMasked = false, error, children }: TypedTextProps) {
  const shown = isMasked ? '•'.repeat(Array.from(value).length) : value;
  return (
    <div>
      <div
        role="textbox"
        aria-readonly="true"
        aria-label={label}
        aria-live={isMasked ? undefined : 'polite'}
        aria-invalid={error !== undefined}
        className={`${styles.text} ${error === undefined ? '' : styles.wrong}`}
      >
        {/* The viewer needs to see the end of a long text, so it overflows to the left. */}
        <span className={styles.value}>
          <bdi aria-hidden={isMasked}>{shown}</bdi>
        </span>
        <span className={styles.caret} />
        {value === '' && (
          <span className={styles.placeholder} aria-hidden="true">
            {placeholder}
          </span>
        )}
      </div>
      {isMasked && value !== '' && <Spoken text={`${Array.from(value).length}자 입력했어요`} />}
      <div className={styles.below}>
        {error === undefined ? (
          children
        ) : (
          <p className={styles.error} role="alert">
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
