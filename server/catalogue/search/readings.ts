import { convertHangulToQwerty, convertQwertyToHangul } from 'es-hangul';
import { canonicalOf } from './canonical.ts';
import { fold, splitConsonants, wordsOf } from './hangul.ts';
import { readAloud, withoutSeasons } from './numbers.ts';

/** A keyword in one of the ways in which it may be meant. */
export interface Reading {
  /** As viewers write it. */
  readonly text: string;
  /** The whole without spaces, and its different words if there are several. */
  readonly folded: Words;
  readonly canonical: Words;
  /** Its numbers are written as they are read: a slip in them would be another number. */
  readonly isReadAloud?: true;
}

export interface Words {
  readonly whole: string;
  readonly words: readonly string[];
}

/** Words beyond these are not compared: 60 characters may have 30 of them. */
const MOST_WORDS = 12;

const wordsIn = (spaced: string): Words => {
  const words = [...new Set(spaced.split(' '))].filter((word) => word !== '').slice(0, MOST_WORDS);
  return { whole: spaced.replaceAll(' ', ''), words: words.length > 1 ? words : [] };
};

export const readingOf = (text: string, canonical = canonicalOf(splitConsonants(text))): Reading => ({
  text,
  folded: wordsIn(splitConsonants(wordsOf(text))),
  canonical: wordsIn(canonical),
});

const isLatin = (text: string): boolean => /^[\p{P}\p{S}\p{N}\sa-z]+$/iu.test(text) && /[a-z]/i.test(text);
const isHangul = (text: string): boolean => /^[\p{P}\p{S}\p{N}\s가-힣ㄱ-ㅣ]+$/u.test(text) && /[가-힣ㄱ-ㅣ]/.test(text);
const LONE_VOWEL = /[ㅏ-ㅣ]/;
/** Fewer letters are found in too many names. */
const LEAST_LATIN = 3;

/** The library throws where a syllable would begin with a pair of vowels: `hos`. Such a text is no Hangul. */
function hangulOf(keys: string): string {
  try {
    return convertQwertyToHangul(keys);
  } catch {
    return '';
  }
}

/** The text that the same keys write with the keyboard on the other language; undefined where that is none. */
export function otherLayoutOf(keyword: string): string | undefined {
  const text = keyword.normalize('NFC');
  if (isLatin(text)) {
    // Shift is part of the spelling, a locked Shift is not.
    const composed = hangulOf(text === text.toUpperCase() ? text.toLowerCase() : text);
    return /[가-힣]/.test(composed) && !LONE_VOWEL.test(composed) ? composed : undefined;
  }
  if (!isHangul(text)) return undefined;
  const typed = convertHangulToQwerty(text).toLowerCase();
  return fold(typed).length >= LEAST_LATIN ? typed : undefined;
}

/** Whether the other layout still means something where spellings are equal: `ehfhfh` becomes `eh`. */
export const isLongEnough = ({ folded, canonical }: Reading): boolean =>
  !isLatin(canonical.whole) || canonical.whole.length >= Math.max(LEAST_LATIN, folded.whole.length / 2 + 1);

/** One character alone is in too many names. */
const PARTICLES = /(?<=[^ ]{2})(?:으로|에서|이랑|하고|까지|부터|은|는|이|가|을|를|의|에|와|과|도|로|랑|만)(?= |$)/g;

/** Without particles at the end of its words, as a season where an ordinal ends it, and with numbers as they are read. */
export function otherWordings({ text, folded }: Reading): Reading[] {
  const bare = wordsOf(text).replace(PARTICLES, '');
  return [
    ...(fold(bare) === folded.whole ? [] : [readingOf(bare)]),
    ...(text.trimEnd().endsWith('번째') ? [readingOf(`${text} 시즌`)] : []),
    ...readAloud(text).map((read) => ({ ...readingOf(read), isReadAloud: true as const })),
  ];
}

/** Without its season; nothing where it has none. */
export function withoutSeason({ text }: Reading): Reading[] {
  const spaced = canonicalOf(text);
  const seasonless = withoutSeasons(spaced);
  return seasonless === spaced ? [] : [readingOf(text, seasonless)];
}
