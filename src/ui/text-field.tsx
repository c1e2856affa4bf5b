import { useFocusLeaf } from '#src/focus/index.ts';
import styles from './text-field.module.css';

export interface TextFieldProps {
  readonly focusKey: string;
  readonly label: string;
  readonly value: string;
  readonly type: 'email' | 'password';
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
  /** Enter on the keyboard, OK on the remote. */
  readonly onSubmit: () => void;
}

export function TextField({ focusKey, label, value, type, error, onChange, onSubmit }: TextFieldProps) {
  const focusProps = useFocusLeaf<HTMLInputElement>({ focusKey, onPress: onSubmit });
  const errorId = `${focusKey}-error`;
  return (
    <label className={styles.field}>
      <span className={styles.label}>{label}</span>
      <input
        {...focusProps}
        // The browser's own check would speak English and refuse a caret position to e-mail fields.
        type={type === 'password' ? 'password' : 'text'}
        inputMode={type === 'email' ? 'email' : 'text'}
        autoComplete={type === 'email' ? 'username' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        // A click places the caret; Enter is the remote's.
        onClick={() => undefined}
        className={styles.input}
        value={value}
        maxLength={255}
        aria-label={label}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        onChange={(event) => onChange(event.target.value)}
      />
      {error !== undefined && (
        <span id={errorId} className={styles.error}>
          {error}
        </span>
      )}
    </label>
  );
}
