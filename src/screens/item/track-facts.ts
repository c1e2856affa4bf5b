import type { Item } from '#contract/catalogue.ts';

const LANGUAGES: Readonly<Record<string, string>> = {
  ko: '한국어',
  ja: '일본어',
  en: '영어',
  zh: '중국어',
  fr: '프랑스어',
  es: '스페인어',
};
const ROLES: Readonly<Record<string, string>> = { dub: ' 더빙', description: ' 화면해설', caption: ' 해설' };

/** Tracks by language and role (docs/decisions/138-name-tracks-by-language-and-role.md), as viewers call them. */
export const trackNames = (keys: readonly string[] = []): string =>
  keys
    .map((key) => key.split('/'))
    // Forced subtitles show by themselves, so they are not a fact about the title.
    .filter(([, role]) => role !== 'forced')
    .map(([lang = '', role = '']) => `${LANGUAGES[lang] ?? lang}${ROLES[role] ?? ''}`)
    .join(', ');

/** The badges of a title: `더빙`, `자막`, `화면해설`. */
export const trackBadges = ({
  audio_tracks: audio = [],
  subtitle_tracks: subtitles = [],
}: Pick<Item, 'audio_tracks' | 'subtitle_tracks'>): string[] => [
  ...(audio.includes('ko/dub') ? ['더빙'] : []),
  ...(subtitles.includes('ko') ? ['자막'] : []),
  ...(audio.includes('ko/description') ? ['화면해설'] : []),
  ...(subtitles.includes('ko/caption') ? ['해설 자막'] : []),
];
