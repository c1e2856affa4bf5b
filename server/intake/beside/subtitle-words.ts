import type { TextFormat, TrackTags } from '../probe/source.ts';
import { languageOf, UNKNOWN_LANGUAGE } from '../plan/languages.ts';

/** Endings of subtitle files; null for pictures of text and formats that are not read. */
const FORMATS: ReadonlyMap<string, TextFormat | null> = new Map([
  ...(['srt', 'vtt', 'ass', 'sami'] as const).map((format) => [format, format] as const),
  ['ssa', 'ass'],
  ['smi', 'sami'],
  ...['sup', 'idx', 'ttml', 'dfxp', 'stl', 'xss', 'psb', 'rt', 'lrc'].map((ending) => [ending, null] as const),
]);

export const NO_TAGS: TrackTags = {
  language: '',
  title: '',
  isDefault: false,
  isForced: false,
  isForDeaf: false,
  isForBlind: false,
  isOriginal: false,
  isDub: false,
  isComment: false,
};

/** macOS stores Hangul decomposed; a copy of the file elsewhere may not be. */
export const comparable = (name: string): string => name.normalize('NFC').toLowerCase();
export const stemOf = (name: string): string => name.replace(/\.[^.]+$/, '');

/** Null for a format that is not read; undefined for a file that is no subtitle. */
export const formatOf = (name: string): TextFormat | null | undefined =>
  FORMATS.get(comparable(name.split('.').at(-1) ?? ''));

/** Words of a name behind its video's, that say what the subtitle is for. */
const FORCED_WORDS = new Set(['forced', 'sign', 'signs', 'song', 'songs', '강제', '간판']);
const DEAF_WORDS = new Set(['sdh', 'cc', 'hi', 'caption', 'captions', '청각장애인용', '청각장애인']);
const COMMENT_WORDS = new Set(['comment', 'commentary', '코멘터리']);
/** Words that say nothing; `hi` is also Hindi, and means the hearing impaired by convention. */
const EMPTY_WORDS = new Set(
  'default full dialogue dialogues sub subs subtitle subtitles 자막 字幕 srt smi sami ass ssa vtt american european british canadian castilian'.split(
    ' ',
  ),
);
/** Words beside a language that say which one of it. */
const VARIANTS: Readonly<Record<string, string>> = {
  simplified: 'Hans',
  traditional: 'Hant',
  brazilian: 'BR',
  brazil: 'BR',
  latin: '419',
};
const KNOWN_WORDS = [FORCED_WORDS, DEAF_WORDS, COMMENT_WORDS, EMPTY_WORDS, new Set(Object.keys(VARIANTS))];
const isWord = (word: string) => KNOWN_WORDS.some((words) => words.has(word));
const isLanguage = (word: string) => languageOf(word) !== UNKNOWN_LANGUAGE;
const isKnown = (word: string) => isWord(word) || isLanguage(word);
/** `2` and `v2` number several files of one language, or a second version. */
const isNumber = (word: string) => /^(?:v?\d|\d\d)$/.test(word);

/** `한글자막` */
const withoutSubtitle = (word: string) => (isKnown(word) ? word : word.replace(/(?:자막|字幕)$/, ''));

/** The words behind a video's name: as they are between dots, or at other signs where that says more. */
const wordsOf = (rest: string): string[] =>
  rest
    .split('.')
    .flatMap((part) =>
      isKnown(part)
        ? [part]
        : part.split(/[\s&+,()[\]{}]/).flatMap((word) => (isKnown(word) ? [word] : word.split(/[-_]/))),
    )
    .map(withoutSubtitle)
    .filter((word) => word !== '');

/**
 * The words of a text of which every word is known, and more than a number: `show.s01.srt` is not a subtitle of `show.mkv`.
 *
 * @param text comparable
 */
export function readWords(text: string): string[] | undefined {
  const words = wordsOf(text);
  const said = words.filter((word) => !isNumber(word));
  return said.every(isKnown) && (words.length === 0 || said.length > 0) ? words : undefined;
}

/** The words of a text that say a language or purpose; others are left out. @param text comparable */
export const knownWords = (text: string): string[] => wordsOf(text).filter(isKnown);

export const tagsOf = (words: readonly string[]): TrackTags => {
  const has = (wanted: ReadonlySet<string>) => words.some((word) => wanted.has(word));
  const language = words.find((word) => !isWord(word) && isLanguage(word)) ?? '';
  const variant = words.map((word) => VARIANTS[word]).find((one) => one !== undefined);
  const exact = `${languageOf(language)}-${variant}`;
  return {
    ...NO_TAGS,
    language: variant !== undefined && isLanguage(exact) ? exact : language,
    isDefault: words.includes('default'),
    isForced: has(FORCED_WORDS),
    isForDeaf: has(DEAF_WORDS),
    isComment: has(COMMENT_WORDS),
  };
};

/** Short codes are also words of titles, so only these count behind a space. */
const SURE_CODES = new Set(['kor', 'jpn', 'eng', 'chi', 'zho', 'chs', 'cht']);

/** Where the words at the end of a name begin, which say something about the subtitle; undefined if there are none. */
function lastWordsAt(name: string): number | undefined {
  const dot = name.lastIndexOf('.');
  if (dot > 0 && dot < name.length - 1) {
    const said = wordsOf(name.slice(dot));
    if (said.length > 0 && said.every((word) => isKnown(word) || isNumber(word))) return dot;
  }
  const bracket = /[[({]([^[\](){}]+)[\])}]$/.exec(name);
  if (bracket && (readWords(bracket[1]!) ?? []).length > 0) return bracket.index;
  const at = Math.max(name.lastIndexOf(' '), name.lastIndexOf('_'), name.lastIndexOf('-'));
  const word = withoutSubtitle(name.slice(at + 1));
  if (at <= 0 || name.at(at) === undefined) return undefined;
  if (word === '' || /^(?:자막|字幕|subs?|subtitles?)$/.test(word)) return at;
  if (name.at(at) === '_') return isKnown(word) ? at : undefined;
  if (!isLanguage(word)) return undefined;
  return name.at(at) === '-' || word.length > 3 || /[^a-z]/.test(word) || SURE_CODES.has(word) ? at : undefined;
}

/**
 * Reads language and purpose from the name of a subtitle file whose video is not known yet: `show - 03.ko.forced.srt`.
 *
 * @returns `video` is the name without these words: `show - 03`; empty for `2_Korean.srt`
 */
export function readSubtitleName(name: string): { format: TextFormat | null; tags: TrackTags; video: string } {
  const format = formatOf(name) ?? null;
  let own = comparable(stemOf(name));
  const all = readWords(own);
  if (all !== undefined && all.length > 0) return { format, tags: tagsOf(all), video: '' };
  const words: string[] = [];
  for (let at = lastWordsAt(own); at !== undefined; at = lastWordsAt(own)) {
    words.push(...wordsOf(own.slice(at)));
    own = own.slice(0, at).trimEnd();
  }
  const lead = /^[[({]([^[\](){}]+)[\])}] ?/.exec(own);
  const said = lead ? readWords(lead[1]!) : undefined;
  if (lead && said && lead[0].length < own.length) {
    words.push(...said);
    return { format, tags: tagsOf(words), video: own.slice(lead[0].length) };
  }
  // Letters may have another length in the comparable form.
  return { format, tags: tagsOf(words), video: stemOf(name).normalize('NFC').slice(0, own.length).trim() };
}
