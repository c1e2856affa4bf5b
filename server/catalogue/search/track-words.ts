/** Words that viewers search tracks by, as typed in full: half-typed ones would match almost every title. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  'ko/dub': ['더빙', '우리말 더빙', '한국어 더빙', '우리말'],
  'ko/description': ['화면해설', '배리어프리'],
};
const SUBTITLE_WORDS: Readonly<Record<string, readonly string[]>> = {
  ko: ['자막', '한국어 자막', '한글 자막'],
  'ko/caption': ['해설 자막', '배리어프리'],
};

/** The words for a title's sounds and subtitles. */
export const trackWordsOf = (audioTracks: readonly string[], subtitleTracks: readonly string[]): string[] => [
  ...audioTracks.flatMap((key) => WORDS[key] ?? []),
  ...subtitleTracks.flatMap((key) => SUBTITLE_WORDS[key] ?? []),
];
