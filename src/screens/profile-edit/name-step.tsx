import { useState } from 'react';
import { FocusGroup, useBack } from '#src/focus/index.ts';
import { useSettings } from '#src/stores/stores-context.ts';
import { Button } from '#src/ui/button.tsx';
import { Keyboard, TypedText, type LayerName } from '#src/ui/keyboard/index.ts';
import { PhoneField } from '#src/ui/form/phone-field.tsx';
import { TextField } from '#src/ui/form/text-field.tsx';
import { EditLayout } from './edit-layout.tsx';
import { nameProblem } from './name-rule.ts';
import styles from './profile-edit-screen.module.css';

/** Focus key of the app's keyboard, or of the text field for the television's. */
export const NAME_KEY = 'profile-edit/keyboard';

const TITLE = '이름이 뭐예요?';
/** Characters of a name. */
const MAX_LENGTH = 20;
const LAYERS: readonly LayerName[] = ['hangul', 'latin', 'symbols'];

export interface NameStepProps {
  readonly name: string;
  readonly imageUrl: string;
  readonly onEnter: (name: string) => void;
  readonly onBack: () => void;
}

/** The step for typing a name. */
export function NameStep({ name, imageUrl, onEnter, onBack }: NameStepProps) {
  const [typed, setTyped] = useState(name);
  const usesDeviceKeyboard = useSettings(({ settings }) => settings.deviceKeyboard);
  const [problem, setProblem] = useState<string | null>(null);
  useBack(() => {
    onBack();
    return true;
  });
  const enter = () => {
    const text = nameProblem(typed);
    setProblem(text);
    if (text === null) onEnter(typed.trim());
  };
  const change = (text: string) => {
    setTyped(text);
    setProblem(null);
  };
  const error = problem ?? undefined;
  const phone = (
    <PhoneField
      name="이름"
      kind="name"
      value={typed}
      maxLength={MAX_LENGTH}
      doneLabel="입력 완료"
      problem={problem}
      onChange={change}
      onDone={enter}
      shape="row"
      className={styles.phone}
    />
  );
  if (usesDeviceKeyboard) {
    return (
      <EditLayout title={TITLE} name={typed} imageUrl={imageUrl}>
        <FocusGroup focusKey="profile-edit/name-form" axis="column">
          <TextField
            focusKey={NAME_KEY}
            label="이름"
            kind="name"
            isMasked={false}
            value={typed}
            error={error}
            onChange={change}
            onSubmit={enter}
          />
          <FocusGroup focusKey="profile-edit/name-buttons" axis="row" className={styles.nameDone}>
            <Button focusKey="profile-edit/name-done" label="입력 완료" isPrimary onPress={enter} />
          </FocusGroup>
        </FocusGroup>
        {phone}
      </EditLayout>
    );
  }
  return (
    <EditLayout title={TITLE} name={typed} imageUrl={imageUrl}>
      <TypedText label="이름" value={typed} placeholder="한글, 영문, 숫자로 20자까지" error={error} />
      <Keyboard
        focusKey={NAME_KEY}
        value={typed}
        onChange={change}
        onDone={enter}
        layers={LAYERS}
        maxLength={MAX_LENGTH}
      />
      {phone}
    </EditLayout>
  );
}
