import { useEffect, useState } from 'react';
import { FocusGroup, useRemoteKeys } from '#src/focus/index.ts';
import { countLabel } from '#src/lib/labels.ts';
import { useLatest } from '#src/lib/use-latest.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { Button } from '#src/ui/button.tsx';
import { DialogFrame } from '#src/ui/dialog/dialog-frame.tsx';
import { PadKey } from '#src/ui/form/pad-key.tsx';
import { PhoneField } from '#src/ui/form/phone-field.tsx';
import styles from './number-dialog.module.css';

/** A digit key waits this long for the next one, in ms. */
const NEXT_DIGIT_MS = 1500;

const PAD = [
  ['1', '2', '3'],
  ['4', '5', '6'],
  ['7', '8', '9'],
  ['지우기', '0', '이동'],
] as const;

export interface NumberDialogProps {
  /** The highest number. */
  readonly last: number;
  /** The digit key that opened it; null for a press on the screen, which shows the pad. */
  readonly digit: string | null;
  readonly onEnter: (number: number) => void;
  readonly onClose: () => void;
}

/** Adds a digit to a number; without leading zeros, and no longer than the highest number. */
export function addDigit(text: string, digit: string, last: number): string {
  const next = text === '0' ? digit : text + digit;
  return next.length > String(last).length ? text : next;
}

/**
 * Goes to an episode by its number. Digit keys enter it after the usual pause, or at once when no digit can follow; the
 * pad is for remotes without digits, and a phone may type it too.
 */
export function NumberDialog({ last, digit, onEnter, onClose }: NumberDialogProps) {
  const [text, setText] = useState(digit ?? '');
  /** Whether digit keys type: then a pause enters. */
  const [isQuick, setQuick] = useState(digit !== null);
  const clock = useClock();
  const enter = () => {
    if (Number(text) > 0) onEnter(Number(text));
    else onClose();
  };
  const latest = useLatest(enter);
  const isFull = text.length === String(last).length;
  useEffect(() => {
    if (!isQuick || text === '') return;
    return clock.after(isFull ? 0 : NEXT_DIGIT_MS, () => latest.current());
  }, [clock, latest, isQuick, isFull, text]);
  useRemoteKeys(({ key, repeats }) => {
    if (!/^[0-9]$/.test(key)) return false;
    if (repeats > 0) return true;
    setQuick(true);
    setText(addDigit(text, key, last));
    return true;
  });
  const press = (key: string) => {
    setQuick(false);
    if (key === '이동') enter();
    else if (key === '지우기') setText(text.slice(0, -1));
    else setText(addDigit(text, key, last));
  };

  return (
    <DialogFrame
      focusKey="number"
      label="회차 번호"
      isNarrow
      keepsColumn
      onBack={() => {
        onClose();
        return true;
      }}
    >
      <p className={styles.number} role="status" aria-label={text === '' ? '번호를 눌러 주세요' : `${text}화`}>
        {text === '' ? <span className={styles.hint}>몇 화로 갈까요?</span> : `${text}화`}
      </p>
      <p className={styles.text}>1화부터 {countLabel(last)}화까지 있어요.</p>
      {digit === null ? (
        <>
          {PAD.map((keys, row) => (
            <FocusGroup key={row} focusKey={`number/row-${row}`} axis="row" className={styles.row}>
              {keys.map((key) => (
                <PadKey key={key} focusKey={`number/${key}`} label={key} onPress={() => press(key)} />
              ))}
            </FocusGroup>
          ))}
          <PhoneField
            name="회차 번호"
            kind="digits"
            value={text}
            maxLength={String(last).length}
            doneLabel="이동"
            problem={null}
            onChange={(next) => {
              setQuick(false);
              setText(next.replace(/\D/g, '').slice(0, String(last).length));
            }}
            onDone={enter}
            shape="column"
            className={styles.phone}
          />
        </>
      ) : (
        <FocusGroup focusKey="number/go" axis="row" className={styles.row}>
          <Button focusKey="number/이동" label="이동" onPress={() => press('이동')} />
        </FocusGroup>
      )}
    </DialogFrame>
  );
}
