import type { GridChoice } from './choice-grid-dialog.tsx';

const CHOICES = [
  { part: 'audio', key: 'ko/dub', label: '한국어 더빙' },
  { part: 'subtitles', key: 'ko', label: '한국어 자막' },
  { part: 'audio', key: 'ko/description', label: '화면해설' },
  { part: 'subtitles', key: 'ko/caption', label: '해설 자막' },
] as const;

const idOf = ({ part, key }: (typeof CHOICES)[number]) => `${part}:${key}`;

/** The choices among the tracks that have titles. */
export const trackChoices = (known: {
  readonly audio?: readonly string[] | undefined;
  readonly subtitles?: readonly string[] | undefined;
}): GridChoice[] =>
  CHOICES.filter(({ part, key }) => known[part]?.includes(key)).map((choice) => ({
    id: idOf(choice),
    label: choice.label,
  }));

/** The filter of a choice; none for another id. */
export const filterOfTracks = (id: string): { audio?: string; subtitles?: string } => {
  const choice = CHOICES.find((one) => idOf(one) === id);
  return choice ? { [choice.part]: choice.key } : {};
};
