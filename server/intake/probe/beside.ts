import type { SourceSubtitle, TextFormat, TrackTags } from './source.ts';
import { isVideo } from '../file-kinds.ts';
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

const stemOf = (name: string) => name.replace(/\.[^.]+$/, '');
/** macOS stores Hangul decomposed; a copy of the file elsewhere may not be. */
const comparable = (name: string) => name.normalize('NFC').toLowerCase();

const endingOf = (name: string) => name.split('.').at(-1) ?? '';

/** Words of a name behind its video's, that say what the subtitle is for. */
const FORCED_WORDS = new Set(['forced', 'sign', 'signs', 'song', 'songs', '강제', '간판']);
const DEAF_WORDS = new Set(['sdh', 'cc', 'hi', 'caption', 'captions', '청각장애인용', '청각장애인']);
const COMMENT_WORDS = new Set(['comment', 'commentary', '코멘터리']);
/** Words that say nothing; `hi` is also Hindi, and means the hearing impaired by convention. */
const EMPTY_WORDS = new Set(['default', 'full', 'dialogue', 'sub', 'subs', 'subtitle', 'subtitles', '자막', '字幕']);
const KNOWN_WORDS = [FORCED_WORDS, DEAF_WORDS, COMMENT_WORDS, EMPTY_WORDS];
const isWord = (word: string) => KNOWN_WORDS.some((words) => words.has(word));
const isLanguage = (word: string) => languageOf(word) !== UNKNOWN_LANGUAGE;
/** Of several files of one language, or of a second version. */
const isNumber = (word: string) => /^(?:v?\d|\d\d)$/.test(word);

/** The words behind a video's name: as they are between dots, or at other signs where that says more. */
const wordsOf = (rest: string): string[] =>
  rest
    .split('.')
    .flatMap((part) =>
      isWord(part) || isLanguage(part)
        ? [part]
        : part
            .split(/[\s&+,()[\]{}]/)
            .flatMap((word) => (isWord(word) || isLanguage(word) ? [word] : word.split(/[-_]/))),
    )
    .filter((word) => word !== '');

/** Where a subtitle's name goes on behind its video's; undefined for one of another video. */
function restOf(name: string, stem: string): string | undefined {
  const own = comparable(name);
  if (!own.startsWith(stem)) return undefined;
  const rest = own.slice(stem.length, -endingOf(own).length);
  return /^[.\s_[(&+-]/.test(rest) ? rest : undefined;
}

/** Whether every word is known, and more than a number: `show.s01.srt` is not a subtitle of `show.mkv`. */
function readWords(rest: string): string[] | undefined {
  const words = wordsOf(rest);
  const said = words.filter((word) => !isNumber(word));
  return said.every((word) => isWord(word) || isLanguage(word)) && (words.length === 0 || said.length > 0)
    ? words
    : undefined;
}

const tagsOf = (words: readonly string[]): TrackTags => {
  const has = (wanted: ReadonlySet<string>) => words.some((word) => wanted.has(word));
  return {
    ...NO_TAGS,
    language: words.find((word) => !isWord(word) && isLanguage(word)) ?? '',
    isDefault: words.includes('default'),
    isForced: has(FORCED_WORDS),
    isForDeaf: has(DEAF_WORDS),
    isComment: has(COMMENT_WORDS),
  };
};

/** What the name of a subtitle file says that comes without its video: `show - 03.ko.forced.srt`. `video` is the rest. */
export function readSubtitleName(name: string): { format: TextFormat | null; tags: TrackTags; video: string } {
  const own = comparable(name);
  const words: string[] = [];
  const parts = name.split('.');
  let kept = Math.max(1, parts.length - 1);
  // The last parts that say something; a part of the title may be a word of a language, too.
  for (const part of own.split('.').slice(1, -1).reverse()) {
    const said = wordsOf(part);
    if (said.length === 0 || !said.every((word) => isWord(word) || isLanguage(word) || isNumber(word))) break;
    words.push(...said);
    kept -= 1;
  }
  return { format: FORMATS.get(endingOf(own)) ?? null, tags: tagsOf(words), video: parts.slice(0, kept).join('.') };
}

const isSubtitleOf = (name: string, source: string) =>
  FORMATS.has(endingOf(comparable(name))) && comparable(name) !== comparable(source);

/** The subtitle files among `names` that belong to a source: `name.srt`, `name.ko.srt`, `name.ko.forced.ass`. */
export function besideSubtitles(sourceName: string, names: readonly string[]): SourceSubtitle[] {
  const stem = comparable(stemOf(sourceName));
  return [...names].sort().flatMap((name): SourceSubtitle[] => {
    if (!isSubtitleOf(name, sourceName)) return [];
    const rest = restOf(name, stem);
    const words = rest === undefined ? undefined : readWords(rest);
    if (words === undefined) return [];
    return [{ from: 'file', name, format: FORMATS.get(endingOf(comparable(name))) ?? null, tags: tagsOf(words) }];
  });
}

/**
 * The subtitle files among `names` that seem to belong to a source but have words that do not fit. The operator hears of
 * them: files that begin with its name, and all others where it is the only video.
 */
export function unmatchedSubtitles(sourceName: string, names: readonly string[]): string[] {
  const taken = new Set(besideSubtitles(sourceName, names).map((one) => (one.from === 'file' ? one.name : '')));
  const stem = comparable(stemOf(sourceName));
  const otherStems = names
    .filter((name) => isVideo(`.${endingOf(name)}`) && comparable(name) !== comparable(sourceName))
    .map((name) => comparable(stemOf(name)));
  return [...names].sort().filter((name) => {
    if (!isSubtitleOf(name, sourceName) || taken.has(name)) return false;
    if (otherStems.some((other) => other.length >= stem.length && comparable(name).startsWith(other))) return false;
    return otherStems.length === 0 || restOf(name, stem) !== undefined;
  });
}
