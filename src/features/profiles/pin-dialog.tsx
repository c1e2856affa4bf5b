import { useState } from 'react';
import { FocusGroup, useRemoteKeys } from '#src/focus/index.ts';
import { useCountdown } from '#src/lib/use-countdown.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { Button } from '#src/ui/button.tsx';
import { DialogFrame } from '#src/ui/dialog/dialog-frame.tsx';
import { PadKey } from '#src/ui/form/pad-key.tsx';
import styles from './pin-dialog.module.css';
import type { PinProblem } from './pin-problem.ts';

const PIN_LENGTH = 4;
const PAD = [
  ['1', '2', '3'],
  ['4', '5', '6'],
  ['7', '8', '9'],
  ['지우기', '0', '취소'],
] as const;

export interface PinDialogProps {
  readonly title: string;
  /** The prompt. */
  readonly hint?: string;
  readonly problem: PinProblem | null;
  readonly isBusy: boolean;
  readonly onEnter: (pin: string) => void;
  readonly onCancel: () => void;
  /** An alternative to the PIN; absent where there is none. */
  readonly onForgotten?: (() => void) | undefined;
}

/** Four digits, by digit keys or arrows. Masked, because others may watch. */
export function PinDialog(props: PinDialogProps) {
  const { title, problem, isBusy, onEnter, onCancel, onForgotten } = props;
  const [digits, setDigits] = useState('');
  const secondsLeft = useCountdown(useClock(), problem);
  const isWaiting = secondsLeft > 0;
  const add = (digit: string) => {
    if (isBusy || isWaiting) return;
    const next = digits + digit;
    if (next.length < PIN_LENGTH) {
      setDigits(next);
    } else {
      setDigits('');
      onEnter(next);
    }
  };
  const press = (key: string) => {
    if (key === '취소') onCancel();
    else if (key === '지우기') setDigits(digits.slice(0, -1));
    else add(key);
  };
  useRemoteKeys((event) => {
    if (!/^[0-9]$/.test(event.key)) return false;
    if (event.repeats === 0) add(event.key);
    return true;
  });

  return (
    <DialogFrame
      focusKey="pin"
      label={`${title} PIN 입력`}
      isNarrow
      keepsColumn
      onBack={() => {
        onCancel();
        return true;
      }}
    >
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text} role="status">
        {statusText(props, secondsLeft)}
      </p>
      <div className={styles.dots} aria-label={`${digits.length}자리 입력함`} role="img">
        {Array.from({ length: PIN_LENGTH }, (_, index) => (
          <span key={index} className={index < digits.length ? styles.filled : styles.empty} />
        ))}
      </div>
      <div className={isWaiting ? styles.waiting : undefined}>
        {PAD.map((keys, row) => (
          <FocusGroup key={row} focusKey={`pin/row-${row}`} axis="row" className={styles.row}>
            {keys.map((key) => (
              <PadKey key={key} focusKey={`pin/${key}`} label={key} onPress={() => press(key)} />
            ))}
          </FocusGroup>
        ))}
      </div>
      {onForgotten && (
        <FocusGroup focusKey="pin/more" axis="row" className={styles.more}>
          <Button focusKey="pin/forgotten" label="PIN을 잊었어요" onPress={onForgotten} />
        </FocusGroup>
      )}
    </DialogFrame>
  );
}

function statusText({ hint = 'PIN 네 자리를 눌러 주세요.', problem, isBusy }: PinDialogProps, secondsLeft: number) {
  if (isBusy) return '확인하는 중이에요…';
  if (!problem) return hint;
  if (problem.waitSeconds === 0) return problem.text;
  return secondsLeft > 0 ? `${problem.text} ${secondsLeft}초 뒤에 다시 눌러 주세요.` : '이제 다시 누를 수 있어요.';
}
