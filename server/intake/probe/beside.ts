import type { SourceSubtitle, TextFormat, TrackTags } from './source.ts';
import { languageOf, UNKNOWN_LANGUAGE } from '../plan/languages.ts';

/** Endings of subtitle files; null for pictures of text and formats that are not read. */
const FORMATS: Readonly<Record<string, TextFormat | null>> = {
  srt: 'srt',
  ass: 'ass',
  ssa: 'ass',
  vtt: 'vtt',
  sup: null,
  idx: null,
  smi: null,
  ttml: null,
};

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

/** The subtitle files among `names` that belong to a source: `name.srt`, `name.ko.srt`, `name.ko.forced.ass`. */
export function besideSubtitles(sourceName: string, names: readonly string[]): SourceSubtitle[] {
  const stem = comparable(stemOf(sourceName));
  return [...names].sort().flatMap((name): SourceSubtitle[] => {
    const own = comparable(name);
    const ending = own.split('.').at(-1) ?? '';
    if (!(ending in FORMATS) || own === comparable(sourceName)) return [];
    const rest = own.slice(stem.length, -ending.length);
    if (!own.startsWith(stem) || !rest.startsWith('.')) return [];
    const words = rest.split('.').filter((word) => word !== '');
    const isPart = (word: string) => WORDS.has(word) || languageOf(word) !== UNKNOWN_LANGUAGE;
    // `show.s01.srt` is not a subtitle of `show.mkv`.
    if (!words.every(isPart)) return [];
    const has = (...wanted: string[]) => words.some((word) => wanted.includes(word));
    const tags = {
      ...NO_TAGS,
      language: words.find((word) => !WORDS.has(word)) ?? '',
      isDefault: has('default'),
      isForced: has('forced', 'signs'),
      isForDeaf: has('sdh', 'cc', 'hi'),
    };
    return [{ from: 'file', name, format: FORMATS[ending] ?? null, tags }];
  });
}

/** Words in file names that are no language; `hi` is also Hindi, and means the hearing impaired by convention. */
const WORDS = new Set(['default', 'forced', 'signs', 'sdh', 'cc', 'hi', 'full']);
