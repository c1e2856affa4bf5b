import type { SoundRole, SubtitleEncoding, SubtitleQuestion, SubtitleRole } from '#contract/console/tracks.ts';

export const SUBTITLE_ROLES: readonly (readonly [SubtitleRole, string])[] = [
  ['subtitle', '대사'],
  ['caption', '청각 장애인용'],
  ['forced', '화면 글자'],
];

export const subtitleRoleName = (role: string): string => SUBTITLE_ROLES.find(([value]) => value === role)?.[1] ?? role;

export const SOUND_ROLES: readonly (readonly [SoundRole, string])[] = [
  ['main', '원음'],
  ['dub', '더빙, 코멘터리'],
  ['description', '화면 해설'],
];

export const soundRoleName = (role: string): string => SOUND_ROLES.find(([value]) => value === role)?.[1] ?? role;

/** Languages that operators choose from, the most frequent first. */
const LANGUAGES = 'ko ja en zh-Hans zh-Hant zh es fr de it pt ru vi th id ar hi pl tr nl sv uk mn ms fil und'.split(
  ' ',
);

const names = new Intl.DisplayNames('ko', { type: 'language' });

export const languageName = (lang: string): string => {
  if (lang === 'und') return '언어 모름';
  try {
    return names.of(lang) ?? lang;
  } catch {
    return lang;
  }
};

/** Choices of a language; one that is there already is always among them. */
export const languageChoices = (lang: string): readonly (readonly [string, string])[] =>
  [...new Set([...LANGUAGES, lang])].map((one) => [one, languageName(one)] as const);

/** How an operator says in which character set a file is. */
export const ENCODING_NAMES: Readonly<Record<SubtitleEncoding, string>> = {
  'utf-8': '유니코드 (UTF-8)',
  cp949: '한국어 (CP949, EUC-KR)',
  shift_jis: '일본어 (Shift_JIS)',
  'euc-jp': '일본어 (EUC-JP)',
  gb18030: '중국어 간체 (GB18030)',
  big5: '중국어 번체 (Big5)',
  'windows-1252': '서유럽 (Windows-1252)',
  'windows-1251': '키릴 문자 (Windows-1251)',
  'windows-1250': '중유럽 (Windows-1250)',
};

/** Questions to the operator before a subtitle file is accepted. */
export const QUESTIONS: Readonly<Record<SubtitleQuestion, (times: { last: string; duration: string }) => string>> = {
  SAME_LANGUAGE: () => '같은 언어와 종류의 자막이 이미 있어요. 더하면 그 자막을 이 파일로 바꿔요.',
  LONGER: ({ last, duration }) =>
    `글은 ${last}까지 이어지고 영상은 ${duration}에 끝나요. 다른 회차의 자막인지 확인해 주세요.`,
  SHORTER: ({ last, duration }) =>
    `글이 ${last}에 끝나고 영상은 ${duration}까지 있어요. 다른 회차의 자막인지 확인해 주세요.`,
  OTHER_NUMBER: () => '파일 이름에 다른 회차의 번호가 있어요.',
};

/** As the server names sounds of videos. */
export function soundLabelOf({ lang, role }: { lang: string; role: SoundRole }): string {
  const name = lang === 'und' ? '' : languageName(lang);
  if (role === 'main') return name === '' ? '기본 음성' : lang === 'ko' ? name : `원어 (${name})`;
  if (role === 'dub') return name === '' ? '다른 음성' : `${name} 더빙`;
  return name === '' ? '화면 해설' : `${name} 화면 해설`;
}
