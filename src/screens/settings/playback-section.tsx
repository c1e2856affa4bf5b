import { useState } from 'react';
import { chapterKinds, chapterNames, skipModeNames, skipModes } from '#src/features/playback/skip-labels.ts';
import { subtitleLookNames } from '#src/features/playback/cues/subtitle-looks.ts';
import type { ChapterKind } from '#src/player/index.ts';
import { useSettings } from '#src/stores/stores-context.ts';
import {
  subtitleColors,
  subtitleGrounds,
  subtitlePositions,
  subtitleSizes,
  type SubtitleSettings,
} from '#src/stores/settings-store.ts';
import { ChoiceDialog, type Choice } from '#src/ui/dialog/choice-dialog.tsx';
import { OptionList } from '#src/ui/dialog/option-list.tsx';
import { OptionRow } from '#src/ui/dialog/option-row.tsx';
import { SubtitleSample } from './subtitle-sample.tsx';

const choicesOf = <V extends string>(values: readonly V[], labels: Readonly<Record<V, string>>): Choice<V>[] =>
  values.map((value) => ({ value, label: labels[value] }));

const languages: readonly Choice<string | null>[] = [
  { value: 'ko', label: '한국어' },
  { value: 'en', label: '영어' },
  { value: null, label: '끔' },
];

type Part = Exclude<keyof SubtitleSettings, 'isForDeaf'>;

const TITLES: Record<Part, string> = {
  language: '자막 언어',
  size: '자막 크기',
  color: '자막 색',
  ground: '자막 바탕',
  position: '자막 위치',
};

/** Settings of subtitles and playback. */
export function PlaybackSection() {
  const settings = useSettings((state) => state.settings);
  const change = useSettings((state) => state.change);
  const changeSubtitle = useSettings((state) => state.changeSubtitle);
  const [asked, setAsked] = useState<Part | null>(null);
  const [askedSkip, setAskedSkip] = useState<ChapterKind | null>(null);
  const { subtitle } = settings;
  // A choice here applies to all series, so it replaces choices for single series.
  const forgetSeries = () => change({ subtitlesBySeries: {} });
  const values: Record<Part, string> = {
    language: languages.find(({ value }) => value === subtitle.language)?.label ?? subtitle.language ?? '',
    size: subtitleLookNames.size[subtitle.size],
    color: subtitleLookNames.color[subtitle.color],
    ground: subtitleLookNames.ground[subtitle.ground],
    position: subtitleLookNames.position[subtitle.position],
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
        {chapterKinds.map((kind) => (
          <OptionRow
            key={kind}
            focusKey={`settings/playback/${kind}`}
            label={`${chapterNames[kind]} 건너뛰기`}
            value={skipModeNames[settings.skip[kind]]}
            onPress={() => setAskedSkip(kind)}
          />
        ))}
        {(Object.keys(TITLES) as Part[]).map((part) => (
          <OptionRow
            key={part}
            focusKey={`settings/playback/${part}`}
            label={TITLES[part]}
            value={values[part]}
            onPress={() => setAsked(part)}
          />
        ))}
        <OptionRow
          focusKey="settings/playback/for-deaf"
          label="청각 장애인용 자막 먼저"
          isOn={subtitle.isForDeaf}
          onPress={() => {
            changeSubtitle({ isForDeaf: !subtitle.isForDeaf });
            forgetSeries();
          }}
        />
        <OptionRow
          focusKey="settings/playback/trailers"
          label="홈에서 예고편 미리 보기"
          detail="맨 위 작품에 3초 머물면 소리 없이 보여요. 느린 TV와 움직임 줄이기에서는 보이지 않아요."
          isOn={settings.billboardTrailers}
          onPress={() => change({ billboardTrailers: !settings.billboardTrailers })}
        />
        <OptionRow
          focusKey="settings/playback/prepare"
          label="영상 미리 준비"
          detail="머무는 회차의 첫 장면을 미리 받아 바로 보여 드려요. 느린 TV와 느린 인터넷에서는 쓰지 않아요."
          isOn={settings.preparePlayback}
          onPress={() => change({ preparePlayback: !settings.preparePlayback })}
        />
      </OptionList>
      {askedSkip && (
        <ChoiceDialog
          focusKey="settings/choice"
          title={`${chapterNames[askedSkip]} 건너뛰기`}
          choices={choicesOf(skipModes, skipModeNames)}
          chosen={settings.skip[askedSkip]}
          onChoose={(mode) => {
            change({ skip: { ...settings.skip, [askedSkip]: mode } });
            setAskedSkip(null);
          }}
          onCancel={() => setAskedSkip(null)}
        />
      )}
      {asked && (
        <SubtitleDialog part={asked} subtitle={subtitle} onLanguage={forgetSeries} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

interface SubtitleDialogProps {
  readonly part: Part;
  readonly subtitle: SubtitleSettings;
  readonly onLanguage: () => void;
  readonly onClose: () => void;
}

function SubtitleDialog({ part, subtitle, onLanguage, onClose }: SubtitleDialogProps) {
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
          onChoose={(language) => {
            take({ language });
            onLanguage();
          }}
        />
      );
    case 'size':
      return (
        <ChoiceDialog
          {...shared}
          choices={choicesOf(subtitleSizes, subtitleLookNames.size)}
          chosen={subtitle.size}
          onChoose={(size) => take({ size })}
        />
      );
    case 'color':
      return (
        <ChoiceDialog
          {...shared}
          choices={choicesOf(subtitleColors, subtitleLookNames.color)}
          chosen={subtitle.color}
          onChoose={(color) => take({ color })}
        />
      );
    case 'ground':
      return (
        <ChoiceDialog
          {...shared}
          choices={choicesOf(subtitleGrounds, subtitleLookNames.ground)}
          chosen={subtitle.ground}
          onChoose={(ground) => take({ ground })}
        />
      );
    case 'position':
      return (
        <ChoiceDialog
          {...shared}
          choices={choicesOf(subtitlePositions, subtitleLookNames.position)}
          chosen={subtitle.position}
          onChoose={(position) => take({ position })}
        />
      );
  }
}
