import { useState } from 'react';
import { hasCuts } from '#src/stores/pace-store.ts';
import { letterSizes, type Settings } from '#src/stores/settings-store.ts';
import { usePace, useSettings } from '#src/stores/stores-context.ts';
import { ChoiceDialog } from '#src/ui/dialog/choice-dialog.tsx';
import { OptionList } from '#src/ui/dialog/option-list.tsx';
import { OptionRow } from '#src/ui/dialog/option-row.tsx';

const LETTER_NAMES: Readonly<Record<Settings['letters'], string>> = {
  normal: '보통',
  large: '1.3배',
  'large-2': '1.5배',
  'large-3': '2배',
};
const LETTER_CHOICES = letterSizes.map((value) => ({ value, label: LETTER_NAMES[value] }));

const SWITCHES = [
  ['highContrast', '고대비', '검은 바탕에 흰 글자, 노란 테두리로 보여요.'],
  ['thickRing', '굵은 테두리', '고른 것을 두 배 굵은 테두리로 보여요.'],
  ['reduceMotion', '움직임 줄이기', '화면이 미끄러지지 않고 바로 바뀌어요.'],
  ['slowKeys', '키 천천히', '길게 누르는 시간과 반복이 느려지고, 두 번 눌린 키는 한 번만 세요.'],
  ['singlePresses', '길게 누르지 않기', '길게 누르는 대신 메뉴에서 골라요. 누르고 있는 키는 한 번만 세요.'],
  ['deviceKeyboard', 'TV 자체 키보드', '글자를 쓸 때 TV의 키보드를 열어요.'],
] as const;

/** Settings for seeing, reading and typing; each takes effect at once. */
export function AccessibilitySection() {
  const settings = useSettings((state) => state.settings);
  const change = useSettings((state) => state.change);
  const pace = usePace((state) => state.pace);
  const [isAsked, setAsked] = useState(false);
  const shown = { ...settings, reduceMotion: hasCuts(settings, pace) };
  return (
    <>
      <OptionList focusKey="settings/accessibility/list" label="접근성" visible={7}>
        <OptionRow
          focusKey="settings/accessibility/letters"
          label="글자 크기"
          detail="2배까지 키워요."
          value={LETTER_NAMES[settings.letters]}
          onPress={() => setAsked(true)}
        />
        {SWITCHES.map(([name, label, detail]) => (
          <OptionRow
            key={name}
            focusKey={`settings/accessibility/${name}`}
            label={label}
            detail={detail}
            isOn={shown[name]}
            onPress={() => change({ [name]: !shown[name] })}
          />
        ))}
        <OptionRow
          focusKey="settings/accessibility/voice"
          label="음성 안내"
          detail="TV 설정의 접근성에서 켜면, 고른 것을 보라가 모두 읽어 줘요."
        />
      </OptionList>
      {isAsked && (
        <ChoiceDialog
          focusKey="settings/choice"
          title="글자 크기"
          choices={LETTER_CHOICES}
          chosen={settings.letters}
          onChoose={(letters) => {
            change({ letters });
            setAsked(false);
          }}
          onCancel={() => setAsked(false)}
        />
      )}
    </>
  );
}
