import type { Choices } from '../drawings/judge-script.ts';
import { guessLanguage, UNKNOWN_LANGUAGE } from '../plan/languages.ts';
import type { TextFormat } from '../probe/source.ts';
import { type Cue, type CueTrack, MOST_LETTERS, textOf } from './cue.ts';
import { type Decoded, decodeFile } from './decode-text.ts';
import { readAss } from './read-ass.ts';
import { readSami } from './read-sami.ts';
import { readSrt } from './read-srt.ts';
import { readVtt } from './read-vtt.ts';
import { writeVtt } from './write-vtt.ts';

/** More than any film has; a crafted file must not fill the memory of televisions. */
const MOST_CUES = 20_000;
/** Damaged places that a file may have, if they are also a small share of its text. */
const MOST_LOST = 5;
const LARGEST_LOST_SHARE = 0.05;
/** Cues whose language is looked at. */
const GUESSED_CUES = 500;

const one = (track: Omit<CueTrack, 'lang'>): CueTrack[] => [{ ...track, lang: UNKNOWN_LANGUAGE }];

const READERS = {
  srt: (source) => one(readSrt(source)),
  ass: (source, isEmbedded, choices) => one({ cues: readAss(source, isEmbedded, choices) }),
  vtt: (source) => one(readVtt(source)),
  sami: readSami,
} as const satisfies Record<TextFormat, (source: string, isEmbedded: boolean, choices: Choices) => CueTrack[]>;

/** Texts by which a format is known, of files that have the ending of another one. */
const BEGINNINGS: readonly (readonly [TextFormat, RegExp])[] = [
  ['vtt', /^WEBVTT(?:\s|$)/],
  ['sami', /^<sami[\s>]/i],
  ['ass', /^\[(?:script info|v4\+? styles|events)\]/i],
  ['srt', /^(?:\d{1,9}\s{1,9})?\d{1,3}:\d\d:\d\d,\d{3} ?-->/],
];

/** Reads the text as its name says, else as it begins. */
function readText(text: string, { format, isEmbedded = false, choices = {} }: SubtitleFile): CueTrack[] {
  const tracks = READERS[format](text, isEmbedded, choices);
  if (isEmbedded || tracks.some(({ cues }) => cues.length > 0)) return tracks;
  const start = text
    .slice(0, 1000)
    .replace(/^\uFEFF/, '')
    .trimStart();
  const other = BEGINNINGS.find(([, beginning]) => beginning.test(start))?.[0];
  return other === undefined || other === format ? tracks : READERS[other](text, false, choices);
}

export interface Converted {
  readonly vtt: string;
  readonly lang: string;
  readonly facts: TrackFacts;
}

/** What tells an operator whether this is the text of the video. Times are those of the file, also behind the video's end. */
export interface TrackFacts {
  readonly cues: number;
  /** Cues that begin when the video has ended. They are left out. */
  readonly beyond: number;
  readonly firstSeconds: number;
  readonly lastSeconds: number;
  /** The beginning of some of its texts. */
  readonly sample: readonly string[];
}

/** What the operator should know about a file. */
export type Finding =
  /** In no known encoding: nothing of it is taken. */
  | { readonly kind: 'undecodable'; readonly lost: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'encoding'; readonly encoding: string }
  /** Damaged places, which show nothing. */
  | { readonly kind: 'lost'; readonly lost: number }
  /** Texts without readable times, which never show. */
  | { readonly kind: 'untimed'; readonly cues: number }
  /** Cues that are left out because there are too many. */
  | { readonly kind: 'cut'; readonly cues: number }
  /** Cues of which only the start is shown. */
  | { readonly kind: 'long'; readonly cues: number };

export interface Conversion {
  /** One for each language of the file. */
  readonly tracks: readonly Converted[];
  readonly findings: readonly Finding[];
}

export interface SubtitleFile {
  readonly format: TextFormat;
  /** As its name or its track says, or `und`. */
  readonly lang: string;
  readonly isEmbedded?: boolean;
  /** What operators have said of the styles of a script. */
  readonly choices?: Choices | undefined;
  /** By an operator; without it, it is guessed. */
  readonly encoding?: string | undefined;
}

const SAMPLED_CUES = 6;
const SAMPLED_LETTERS = 80;
const LONGEST_READING_SECONDS = 10;

/** Cues all over the file: its first ones are often names and notes. */
function sampleOf(cues: readonly Cue[]): string[] {
  const step = Math.max(1, Math.floor(cues.length / SAMPLED_CUES));
  return cues
    .filter((_, index) => index % step === 0)
    .slice(0, SAMPLED_CUES)
    .map((cue) => Array.from(textOf(cue).replace(/\s+/g, ' ').trim()).slice(0, SAMPLED_LETTERS).join(''));
}

const factsOf = (cues: readonly Cue[], seconds: number): TrackFacts => ({
  cues: cues.length,
  beyond: cues.filter(({ startSeconds }) => startSeconds >= seconds).length,
  firstSeconds: cues.reduce((least, { startSeconds }) => Math.min(least, startSeconds), Infinity),
  // A last cue without an end stays for ever.
  lastSeconds: cues.reduce(
    (most, { startSeconds, endSeconds }) =>
      Math.max(most, Math.min(endSeconds, startSeconds + LONGEST_READING_SECONDS)),
    0,
  ),
  sample: sampleOf(cues),
});

/** Converts a subtitle file, or says why it cannot. */
export function convertFile(bytes: Uint8Array, file: SubtitleFile, seconds: number): Conversion {
  const decoded = decodeFile(bytes, file.lang, file.encoding);
  if (isUndecodable(decoded)) return { tracks: [], findings: [{ kind: 'undecodable', lost: decoded.lost }] };
  const text = decoded.lost > 0 ? decoded.text.replaceAll('\uFFFD', '') : decoded.text;
  // A cue after the end would never be removed from the screen.
  const found = readText(text, file);
  const untimed = found.reduce((sum, track) => sum + (track.untimed ?? 0), 0);
  const read = found
    .filter(({ cues }) => cues.length > 0)
    .map(({ cues, lang }) => ({
      lang,
      facts: factsOf(cues, seconds),
      cues: cues.filter(({ startSeconds }) => startSeconds < seconds),
    }))
    .filter(({ cues }) => cues.length > 0);
  if (read.length === 0) return { tracks: [], findings: [{ kind: 'empty' }] };
  const left = read.map(({ cues }) => bounded(cues));
  const cut = read.reduce((sum, { cues }, index) => sum + cues.length - (left[index]?.length ?? 0), 0);
  const long = left.flat().filter((cue) => textOf(cue).length >= MOST_LETTERS).length;
  const tracks = read.map(({ lang, facts }, index): Converted => {
    const cues = left[index] ?? [];
    const isOnly = read.length === 1 && file.lang !== UNKNOWN_LANGUAGE;
    return { vtt: writeVtt(cues), lang: isOnly ? file.lang : languageOfTrack(cues, lang, decoded), facts };
  });
  return {
    tracks,
    findings: [
      ...(decoded.lang === undefined || file.encoding !== undefined
        ? []
        : [{ kind: 'encoding', encoding: decoded.encoding } as const]),
      ...(decoded.lost > 0 ? [{ kind: 'lost', lost: decoded.lost } as const] : []),
      ...(untimed > 0 ? [{ kind: 'untimed', cues: untimed } as const] : []),
      ...(cut > 0 ? [{ kind: 'cut', cues: cut } as const] : []),
      ...(long > 0 ? [{ kind: 'long', cues: long } as const] : []),
    ],
  };
}

/** @returns the first language of a file; undefined for one without readable cues. */
export const convertSubtitle = (bytes: Uint8Array, file: SubtitleFile, seconds: number): Converted | undefined =>
  convertFile(bytes, file, seconds).tracks[0];

const isUndecodable = ({ text, lost, isUnknown }: Decoded) =>
  isUnknown || lost > MOST_LOST || (lost > 1 && lost > text.length * LARGEST_LOST_SHARE);

/** The language of what is said: signs of a Japanese picture may be in any. */
function languageOfTrack(cues: readonly Cue[], lang: string, decoded: Decoded): string {
  if (lang !== UNKNOWN_LANGUAGE) return lang;
  const spoken = cues.filter(({ isSign }) => isSign !== true);
  const guess = guessLanguage((spoken.length > 0 ? spoken : cues).slice(0, GUESSED_CUES).map(textOf).join('\n'));
  if (guess !== UNKNOWN_LANGUAGE) return guess;
  // An encoding of one language says it; alphabets of Windows are those of many.
  return decoded.lang !== undefined && !decoded.encoding.startsWith('windows') ? decoded.lang : UNKNOWN_LANGUAGE;
}

/** As many cues as televisions hold: all dialogue first, then the signs that can be read for the longest time. */
function bounded(cues: readonly Cue[]): readonly Cue[] {
  if (cues.length <= MOST_CUES) return cues;
  const length = ({ startSeconds, endSeconds }: Cue) => endSeconds - startSeconds;
  const spoken = cues.filter(({ isSign }) => isSign !== true).slice(0, MOST_CUES);
  const signs = cues.filter(({ isSign }) => isSign === true).sort((first, second) => length(second) - length(first));
  const kept = new Set([...spoken, ...signs.slice(0, MOST_CUES - spoken.length)]);
  return cues.filter((cue) => kept.has(cue));
}
