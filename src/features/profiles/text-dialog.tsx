import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '#src/api/client/api-error.ts';
import { FocusGroup, FocusScope, useComing } from '#src/focus/index.ts';
import { useSettings } from '#src/stores/stores-context.ts';
import { Button } from '#src/ui/button.tsx';
import { Keyboard, TypedText } from '#src/ui/keyboard/index.ts';
import { PhoneField } from '#src/ui/form/phone-field.tsx';
import { TextField } from '#src/ui/form/text-field.tsx';
import styles from './text-dialog.module.css';

export interface TextDialogProps<Answer> {
  /** Default: the account's password. */
  readonly asks?: keyof typeof FIELDS;
  readonly title: string;
  readonly text: string;
  readonly doneLabel: string;
  /** Sends what was typed. @throws ApiError */
  readonly send: (typed: string) => Promise<Answer>;
  readonly onDone: (answer: Answer) => void;
  readonly onBack: () => void;
}

const FIELDS = {
  password: {
    label: '계정 비밀번호',
    kind: 'password',
    layers: ['latin', 'hangul', 'symbols'],
    maxLength: 255,
    isMasked: true,
    missing: '계정 비밀번호를 입력해 주세요.',
  },
  code: {
    label: '인증 코드',
    kind: 'digits',
    layers: ['digits'],
    maxLength: 6,
    isMasked: false,
    missing: '인증 코드를 입력해 주세요.',
  },
  voucher: {
    label: '쿠폰 번호',
    kind: 'code',
    layers: ['latin'],
    maxLength: 40,
    isMasked: false,
    missing: '쿠폰 번호를 입력해 주세요.',
  },
} as const;
const KEYBOARD = 'text-dialog/keyboard';

function problemOf(error: unknown): string {
  if (!(error instanceof ApiError)) return '확인하지 못했어요. 다시 시도해 주세요.';
  const minutes = Math.ceil((error.retryAfterSeconds ?? 0) / 60);
  return error.code === 'TOO_MANY_REQUESTS' && minutes > 0 && minutes <= 60
    ? `여러 번 시도했어요. ${minutes}분 뒤에 다시 해 주세요.`
    : error.message;
}

/**
 * Asks for the account's password, or for a code, over the screen; the phone beside it can type too. A cancelled check reports
 * nothing, even when its answer arrives later.
 */
export function TextDialog<Answer>({
  asks = 'password',
  title,
  text,
  doneLabel,
  send,
  onDone,
  onBack,
}: TextDialogProps<Answer>) {
  const usesDeviceKeyboard = useSettings(({ settings }) => settings.deviceKeyboard);
  const { label, kind, layers, maxLength, isMasked, missing } = FIELDS[asks];
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string>();
  const sending = useMutation({ mutationFn: send });
  const { reset, isPending } = sending;
  useEffect(() => reset, [reset]);
  useComing(isPending, null);

  const change = (next: string) => {
    if (isPending) return;
    setProblem(undefined);
    setTyped(kind === 'code' ? next.toUpperCase() : next);
  };
  const submit = () => {
    if (isPending) return;
    if (typed.trim() === '') return setProblem(missing);
    // Callbacks of this call only, so that they do not run after an unmount.
    sending.mutate(typed, { onSuccess: onDone, onError: (error) => setProblem(problemOf(error)) });
  };
  const done = isPending ? '잠시만요…' : doneLabel;
  return (
    <div className={styles.veil}>
      <FocusScope
        focusKey="text-dialog"
        axis="column"
        role="dialog"
        label={title}
        preferredKey={usesDeviceKeyboard ? 'text-dialog/field' : KEYBOARD}
        className={styles.panel}
        onBack={() => {
          onBack();
          return true;
        }}
      >
        <h2 className={styles.title}>{title}</h2>
        <p className={styles.text}>{text}</p>
        {usesDeviceKeyboard ? (
          <>
            <TextField
              focusKey="text-dialog/field"
              label={label}
              kind={kind}
              isMasked={isMasked}
              value={typed}
              error={problem}
              onChange={change}
              onSubmit={submit}
            />
            <FocusGroup focusKey="text-dialog/buttons" axis="row" className={styles.buttons}>
              <Button focusKey="text-dialog/done" label={done} isPrimary onPress={submit} />
            </FocusGroup>
          </>
        ) : (
          <>
            <TypedText label={label} value={typed} isMasked={isMasked} error={problem} />
            <div className={styles.keyboard}>
              <Keyboard
                focusKey={KEYBOARD}
                value={typed}
                onChange={change}
                onDone={submit}
                layers={layers}
                doneLabel={done}
                maxLength={maxLength}
              />
            </div>
          </>
        )}
      </FocusScope>
      <PhoneField
        name={label}
        kind={kind}
        value={typed}
        maxLength={maxLength}
        doneLabel={doneLabel}
        problem={problem ?? null}
        onChange={change}
        onDone={submit}
        shape="column"
        className={styles.phone}
      />
    </div>
  );
}
