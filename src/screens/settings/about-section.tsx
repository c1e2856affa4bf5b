import { useHiddenWay } from '#src/features/server-address/use-hidden-way.ts';
import { OptionList } from '#src/ui/dialog/option-list.tsx';
import { OptionRow } from '#src/ui/dialog/option-row.tsx';

/** Third-party software and fonts in the app. */
const LICENCES = [
  ['Pretendard', 'SIL Open Font License 1.1', '길형진'],
  ['Shaka Player', 'Apache License 2.0', 'Google'],
  ['React', 'MIT License', 'Meta Platforms'],
  ['TanStack Query', 'MIT License', 'Tanner Linsley'],
  ['norigin-spatial-navigation', 'MIT License', 'Norigin Media'],
  ['axios', 'MIT License', 'Matt Zabriskie 외'],
  ['zod', 'MIT License', 'Colin McDonnell'],
  ['zustand', 'MIT License', 'Paul Henschel'],
  ['es-hangul', 'MIT License', 'Viva Republica'],
] as const;

export interface AboutSectionProps {
  readonly version: string;
  readonly apiUrl: string;
  /** Called after many presses of the version, a hidden gesture. */
  readonly onChangeServer: () => void;
}

export function AboutSection({ version, apiUrl, onChangeServer }: AboutSectionProps) {
  const press = useHiddenWay(onChangeServer);
  return (
    <OptionList focusKey="settings/about/list" label="정보" visible={6}>
      <OptionRow focusKey="settings/about/version" label="버전" value={version} onPress={press} />
      <OptionRow focusKey="settings/about/server" label="서버 주소" value={apiUrl.replace(/^https?:\/\//, '')} />
      {LICENCES.map(([name, licence, holder]) => (
        <OptionRow
          key={name}
          focusKey={`settings/about/${name}`}
          label={name}
          detail={`저작권: ${holder}`}
          value={licence}
        />
      ))}
    </OptionList>
  );
}
