import { useState } from 'react';
import { useSettings } from '#src/stores/stores-context.ts';
import {
  subtitleColors,
  subtitleGrounds,
  subtitlePositions,
  subtitleSizes,
  type SubtitleSettings,
} from '#src/stores/settings-store.ts';
import { ChoiceDialog, type Choice } from '#src/ui/choice-dialog.tsx';
import { OptionList } from '#src/ui/option-list.tsx';
import { OptionRow } from '#src/ui/option-row.tsx';
import { SubtitleSample } from './subtitle-sample.tsx';

const LABELS = {
  language: { ko: '한국어', en: '영어', none: '끔' },
  size: { small: '작게', medium: '보통', large: '크게', huge: '아주 크게' },
  color: { white: '흰색', yellow: '노란색', green: '초록색', purple: '보라색' },
  ground: { none: '없음', shade: '흐리게', solid: '진하게' },
  position: { bottom: '아래', raised: '조금 위', top: '맨 위' },
} as const;

const choicesOf = <V extends string>(values: readonly V[], labels: Readonly<Record<V, string>>): Choice<V>[] =>
  values.map((value) => ({ value, label: labels[value] }));

const languages: readonly Choice<string | null>[] = [
  { value: 'ko', label: LABELS.language.ko },
  { value: 'en', label: LABELS.language.en },
  { value: null, label: LABELS.language.none },
];

type Part = keyof SubtitleSettings;

const TITLES: Record<Part, string> = {
  language: '자막 언어',
  size: '자막 크기',
  color: '자막 색',
  ground: '자막 바탕',
  position: '자막 위치',
};

/** What happens while something plays. */
export function PlaybackSection() {
  const settings = useSettings((state) => state.settings);
  const change = useSettings((state) => state.change);
  const [asked, setAsked] = useState<Part | null>(null);
  const { subtitle } = settings;
  const values: Record<Part, string> = {
    language: languages.find(({ value }) => value === subtitle.language)?.label ?? subtitle.language ?? '',
    size: LABELS.size[subtitle.size],
    color: LABELS.color[subtitle.color],
    ground: LABELS.ground[subtitle.ground],
    position: LABELS.position[subtitle.position],
  };
  return (
    <>
      <SubtitleSample subtitle={subtitle} />
      <OptionList focusKey="settings/playback/list" label="재생" visible={4}>
        <OptionRow
          focusKey="settings/playback/autoplay"
          label="다음 화 자동 재생"
          isOn={settings.autoplayNext}
          onPress={() => change({ autoplayNext: !settings.autoplayNext })}
        />
        <OptionRow
          focusKey="settings/playback/opening"
          label="오프닝 자동으로 건너뛰기"
          isOn={settings.autoSkipOpening}
          onPress={() => change({ autoSkipOpening: !settings.autoSkipOpening })}
        />
        {(Object.keys(TITLES) as Part[]).map((part) => (
          <OptionRow
            key={part}
            focusKey={`settings/playback/${part}`}
            label={TITLES[part]}
            value={values[part]}
            onPress={() => setAsked(part)}
          />
        ))}
      </OptionList>
      {asked && <SubtitleDialog part={asked} subtitle={subtitle} onClose={() => setAsked(null)} />}
    </>
  );
}

interface SubtitleDialogProps {
  readonly part: Part;
  readonly subtitle: SubtitleSettings;
  readonly onClose: () => void;
}

function SubtitleDialog({ part, subtitle, onClose }: SubtitleDialogProps) {
  const changeSubtitle = useSettings((state) => state.changeSubtitle);
  const shared = { focusKey: 'settings/choice', title: TITLES[part], onCancel: onClose };
  const take = (changes: Partial<SubtitleSettings>) => {
    changeSubtitle(changes);
    onClose();
  };
  switch (part) {
    case 'language':
      return (
        <ChoiceDialog
          {...shared}
          choices={languages}
          chosen={subtitle.language}
          onChoose={(language) => take({ language })}
        />
      );
    case 'size':
      return (
        <ChoiceDialog
          {...shared}
          choices={choicesOf(subtitleSizes, LABELS.size)}
          chosen={subtitle.size}
          onChoose={(size) => take({ size })}
        />
      );
    case 'color':
      return (
        <ChoiceDialog
          {...shared}
          choices={choicesOf(subtitleColors, LABELS.color)}
          chosen={subtitle.color}
          onChoose={(color) => take({ color })}
        />
      );
    case 'ground':
      return (
        <ChoiceDialog
          {...shared}
          choices={choicesOf(subtitleGrounds, LABELS.ground)}
          chosen={subtitle.ground}
          onChoose={(ground) => take({ ground })}
        />
      );
    case 'position':
      return (
        <ChoiceDialog
          {...shared}
          choices={choicesOf(subtitlePositions, LABELS.position)}
          chosen={subtitle.position}
          onChoose={(position) => take({ position })}
        />
      );
  }
}
