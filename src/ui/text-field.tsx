import { useFocusLeaf } from '#src/focus/index.ts';
import styles from './text-field.module.css';

/** What is typed: it decides about masking, autofill, and the television's own keyboard. */
export type TextFieldKind = 'email' | 'password' | 'new-password' | 'digits' | 'code' | 'name' | 'address';

const AUTOFILL: Record<TextFieldKind, string> = {
  email: 'username',
  password: 'current-password',
  'new-password': 'new-password',
  digits: 'one-time-code',
  code: 'one-time-code',
  name: 'off',
  address: 'off',
};
const INPUT_MODE = {
  email: 'email',
  password: 'text',
  'new-password': 'text',
  digits: 'numeric',
  code: 'text',
  name: 'text',
  address: 'url',
} as const;

export interface TextFieldProps {
  readonly focusKey: string;
  readonly label: string;
  readonly value: string;
  readonly kind: TextFieldKind;
  readonly isMasked: boolean;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
  /** Enter on the keyboard, OK on the remote. */
  readonly onSubmit: () => void;
}

export function TextField({ focusKey, label, value, kind, isMasked, error, onChange, onSubmit }: TextFieldProps) {
  const focusProps = useFocusLeaf<HTMLInputElement>({ focusKey, onPress: onSubmit });
  const errorId = `${focusKey}-error`;
  return (
    <label className={styles.field}>
      <span className={styles.label}>{label}</span>
      <input
        {...focusProps}
        // The browser's own check would speak English and refuse a caret position to e-mail fields.
        type={isMasked ? 'password' : 'text'}
        inputMode={INPUT_MODE[kind]}
        autoComplete={AUTOFILL[kind]}
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
