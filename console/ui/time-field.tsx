import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { readDay, readTime } from '#console/lib/typed-times.ts';

export interface TimeInputProps {
  /** `2026-11-28T18:44`, or the day alone; empty for none. */
  value: string;
  onChange(value: string): void;
  /** A day without a time. */
  isDay?: boolean;
  isRequired?: boolean;
  autoFocus?: boolean;
  id?: string;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true | undefined;
}

/**
 * A text field for a time in the format of the console's tables: a native date field would follow the browser's language.
 * A button opens the browser's calendar.
 */
export function TimeInput({ value, onChange, isDay = false, isRequired = false, ...control }: TimeInputProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const calendar = useRef<HTMLInputElement>(null);
  const read = isDay ? readDay : readTime;
  const example = isDay ? '2026-11-28' : '2026-11-28 18:44';
  const text = typed ?? value.replace('T', ' ');
  const problem =
    text.trim() === ''
      ? isRequired
        ? '채워 주세요.'
        : ''
      : read(text) === null
        ? `${example}처럼 적어 주세요. 없는 날도 살펴 주세요.`
        : '';
  useEffect(() => input.current?.setCustomValidity(problem), [problem]);

  const take = (next: string) => {
    const time = next.trim() === '' ? '' : read(next);
    if (time === null) return;
    if (time !== value) onChange(time);
    setTyped(null);
  };
  return (
    <span className="time-field">
      <input
        {...control}
        ref={input}
        className="input"
        autoComplete="off"
        maxLength={40}
        placeholder={isDay ? '연-월-일' : '연-월-일 시:분'}
        aria-required={isRequired || undefined}
        value={text}
        onChange={({ target }) => {
          setTyped(target.value);
          // While the operator types, report only a complete time: the beginning of a day can be another day.
          const time = target.value === '' ? '' : read(target.value);
          const isWhole = time !== null && time === target.value.trim().replace(' ', 'T');
          if (isWhole && time !== value) onChange(time);
        }}
        onBlur={() => take(text)}
        onKeyDown={({ key }) => key === 'Enter' && take(text)}
      />
      <input
        ref={calendar}
        className="calendar-anchor"
        type={isDay ? 'date' : 'datetime-local'}
        tabIndex={-1}
        aria-hidden="true"
        value={value}
        onChange={({ target }) => (setTyped(null), onChange(target.value))}
      />
      <button type="button" className="calendar" aria-label="달력" onClick={() => calendar.current?.showPicker()}>
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M2 4h12v10H2zM2 7h12M5 2v3M11 2v3" />
        </svg>
      </button>
    </span>
  );
}

/**
 * Shows the problem of the first wrong time in a form. Forms must call it before they save: a text that is not a time never
 * reaches `onChange`, so the form would save the last time instead.
 *
 * @returns whether a time is wrong
 */
export function showWrongTime(form: HTMLFormElement): boolean {
  const wrong = form.querySelector<HTMLInputElement>('.time-field > input:invalid');
  wrong?.reportValidity();
  return wrong !== null;
}

export interface TimeFieldProps extends Pick<TimeInputProps, 'value' | 'onChange' | 'isRequired' | 'autoFocus'> {
  label: string;
  hint?: ReactNode;
}

/** A labelled field for a Korean time. */
export function TimeField({ label, hint, ...input }: TimeFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label} (한국 시각)</label>
      <TimeInput id={id} {...input} {...(hint !== undefined && { 'aria-describedby': `${id}-hint` })} />
      {hint !== undefined && (
        <span id={`${id}-hint`} className="hint">
          {hint}
        </span>
      )}
    </div>
  );
}
