import { useFocusLeaf, useTyping } from '#src/focus/index.ts';
import styles from './text-field.module.css';

/** Kind of text, which decides masking, autofill, and the system keyboard's layout. */
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
  /** Called by Enter on the keyboard and OK on the remote. */
  readonly onSubmit: () => void;
}

export function TextField({ focusKey, label, value, kind, isMasked, error, onChange, onSubmit }: TextFieldProps) {
  const focusProps = useFocusLeaf<HTMLInputElement>({ focusKey, onPress: onSubmit });
  // Characters typed before the field has the focus; afterwards it handles typing itself.
  useTyping((typed) => onChange(typed.type === 'text' ? value + typed.text : Array.from(value).slice(0, -1).join('')));
  const errorId = `${focusKey}-error`;
  return (
    <label className={styles.field}>
      <span className={styles.label}>{label}</span>
      <input
        {...focusProps}
        // The browser's validation would show English messages, and e-mail fields do not allow a caret position.
        type={isMasked ? 'password' : 'text'}
        inputMode={INPUT_MODE[kind]}
        autoComplete={AUTOFILL[kind]}
        autoCapitalize="none"
        spellCheck={false}
        // A click places the caret; Enter is handled as a remote key.
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
