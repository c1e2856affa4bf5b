import { useEffect, useState } from 'react';
import { FocusGroup, useBack, useFocusMove } from '#src/focus/index.ts';
import { useSettings } from '#src/stores/stores-context.ts';
import { Button } from '#src/ui/button.tsx';
import { Icon } from '#src/ui/icon.tsx';
import { Keyboard, TypedText, type Chip, type LayerName } from '#src/ui/keyboard/index.ts';
import { PhoneField } from '#src/ui/form/phone-field.tsx';
import { TextField, type TextFieldKind } from '#src/ui/form/text-field.tsx';
import { Wordmark } from '#src/ui/page/wordmark.tsx';
import { emailChips } from './email-chips.ts';
import type { Rule } from './field-problems.ts';
import styles from './form-step.module.css';

/** A secondary action of a step. */
export interface StepAction {
  readonly id: string;
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly onPress: () => void;
}

export interface FormStepProps {
  /** Key of the step; another key mounts a new step. */
  readonly focusKey: string;
  readonly title: string;
  readonly text: string;
  readonly label: string;
  readonly kind: FormFieldKind;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Label of the key that ends the step. */
  readonly doneLabel: string;
  readonly onDone: () => void;
  readonly onBack: () => void;
  readonly isBusy: boolean;
  readonly problem: string | null;
  readonly rules?: readonly Rule[];
  readonly actions?: readonly StepAction[];
}

type FormFieldKind = Exclude<TextFieldKind, 'name'>;

const LAYERS: Record<FormFieldKind, readonly LayerName[]> = {
  email: ['latin', 'symbols'],
  password: ['latin', 'hangul', 'symbols'],
  'new-password': ['latin', 'hangul', 'symbols'],
  digits: ['digits'],
  code: ['code'],
  address: ['latin', 'symbols'],
};
const MAX_LENGTH: Record<FormFieldKind, number> = {
  email: 254,
  password: 255,
  'new-password': 255,
  digits: 6,
  code: 10,
  address: 255,
};

/** Addresses and codes contain no space. */
const WIDE_KEY: Partial<Record<FormFieldKind, { wideKey: string }>> = {
  email: { wideKey: '.com' },
  code: { wideKey: '' },
};

const isSecret = (kind: FormFieldKind) => kind === 'password' || kind === 'new-password';

/** One large field with a keyboard: the app's, or the system's if the viewer chose it. */
export function FormStep(props: FormStepProps) {
  const { focusKey, title, text, label, kind, value, isBusy, problem, rules = [], onBack } = props;
  const usesDeviceKeyboard = useSettings(({ settings }) => settings.deviceKeyboard);
  const isSingle = useSettings(({ settings }) => settings.singlePresses);
  const [isRevealed, setRevealed] = useState(false);
  const [layer, setLayer] = useState(LAYERS[kind][0]);
  const moveFocus = useFocusMove();
  useEffect(() => moveFocus(focusKey), [moveFocus, focusKey]);
  useBack(() => {
    onBack();
    return true;
  });
  const reveal: StepAction = {
    id: 'reveal',
    label: isRevealed ? '비밀번호 숨기기' : '비밀번호 보기',
    onPress: () => setRevealed(!isRevealed),
  };
  const actions = [...(isSecret(kind) ? [reveal] : []), ...(props.actions ?? [])];
  const onDone = () => {
    if (!isBusy) props.onDone();
  };
  const onChange = (next: string) => {
    if (!isBusy) props.onChange(kind === 'email' ? next.replace(/\s/g, '') : next);
  };
  const doneLabel = isBusy ? '잠시만요…' : props.doneLabel;
  const field = { focusKey, label, kind, value, isMasked: isSecret(kind) && !isRevealed, onChange, onDone };

  return (
    // A step replaces another one on the same screen: the voice guide says what is asked now.
    <div role="group" aria-label={title} className={styles.step}>
      <div className={styles.wordmark}>
        <Wordmark size="small" />
      </div>
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      {usesDeviceKeyboard ? (
        <DeviceField {...field} error={problem} doneLabel={doneLabel} actions={actions} rules={rules} />
      ) : (
        <>
          <TypedText label={label} value={value} isMasked={field.isMasked} error={problem ?? undefined}>
            <Rules rules={rules} />
          </TypedText>
          <div className={styles.keyboard}>
            <Keyboard
              focusKey={focusKey}
              value={value}
              onChange={onChange}
              onDone={onDone}
              onChip={(id) => actions.find((action) => action.id === id)?.onPress()}
              layers={LAYERS[kind]}
              onLayer={setLayer}
              doneLabel={doneLabel}
              maxLength={MAX_LENGTH[kind]}
              chips={chipsOf(kind, value, actions)}
              {...WIDE_KEY[kind]}
            />
          </div>
          {!isSingle && layer === 'hangul' && (
            <p className={styles.hint}>자음에서 확인 버튼을 길게 누르면 모음을 화살표로 바로 넣을 수 있어요.</p>
          )}
        </>
      )}
      {/* A television asks for the server's address when it has none, so no phone can reach it. */}
      {kind !== 'address' && (
        <PhoneField
          name={label}
          kind={kind}
          value={value}
          maxLength={MAX_LENGTH[kind]}
          doneLabel={props.doneLabel}
          problem={problem}
          onChange={onChange}
          onDone={onDone}
          shape="column"
          className={styles.phone}
        />
      )}
    </div>
  );
}

const toChip = ({ id, label, isDisabled = false }: StepAction): Chip => ({ id, label, isDisabled });

const chipsOf = (kind: FormFieldKind, value: string, actions: readonly StepAction[]): Chip[] => {
  const suggested = kind === 'email' ? emailChips(value) : [];
  return suggested.length > 0 ? suggested : actions.map(toChip);
};

function Rules({ rules }: { rules: readonly Rule[] }) {
  return (
    <ul className={styles.rules}>
      {rules.map(({ label, isMet }) => (
        <li key={label} className={isMet ? styles.met : undefined} aria-label={`${label}, ${isMet ? '맞음' : '아직'}`}>
          <span className={styles.tick}>{isMet && <Icon name="check" size={1.25} />}</span>
          {label}
        </li>
      ))}
    </ul>
  );
}

interface DeviceFieldProps {
  readonly focusKey: string;
  readonly label: string;
  readonly kind: FormFieldKind;
  readonly value: string;
  readonly isMasked: boolean;
  readonly error: string | null;
  readonly doneLabel: string;
  readonly actions: readonly StepAction[];
  readonly rules: readonly Rule[];
  readonly onChange: (value: string) => void;
  readonly onDone: () => void;
}

function DeviceField(props: DeviceFieldProps) {
  const { focusKey, label, kind, value, isMasked, error, doneLabel, actions, rules, onChange, onDone } = props;
  return (
    <FocusGroup focusKey={`${focusKey}/form`} axis="column">
      <TextField
        focusKey={focusKey}
        label={label}
        kind={kind}
        isMasked={isMasked}
        value={value}
        error={error ?? undefined}
        onChange={onChange}
        onSubmit={onDone}
      />
      <Rules rules={rules} />
      <FocusGroup focusKey={`${focusKey}/buttons`} axis="row" className={styles.buttons}>
        <Button focusKey={`${focusKey}/done`} label={doneLabel} isPrimary onPress={onDone} />
        {actions.map(({ id, label: actionLabel, isDisabled = false, onPress }) => (
          <Button
            key={id}
            focusKey={`${focusKey}/${id}`}
            label={actionLabel}
            onPress={() => {
              if (!isDisabled) onPress();
            }}
          />
        ))}
      </FocusGroup>
    </FocusGroup>
  );
}
