import { withPlainNumbers } from './numbers.ts';
import { plainLatin, withoutKana } from './romaji.ts';

const FIRST = 0xac00;
const LAST = 0xd7a3;
const VOWELS = 21;
const FINALS = 28;

interface Syllable {
  readonly onset: number;
  readonly vowel: number;
  readonly final: number;
}

export const isSyllable = (code: number): boolean => code >= FIRST && code <= LAST;

/** The letters of a syllable, by their numbers in Unicode. */
export function splitSyllable(code: number): Syllable {
  const index = code - FIRST;
  return {
    onset: Math.floor(index / (VOWELS * FINALS)),
    vowel: Math.floor(index / FINALS) % VOWELS,
    final: index % FINALS,
  };
}

/** In how many of its three letters a syllable differs from another one. */
export function countDifferentLetters(one: number, other: number): number {
  const [here, there] = [one - FIRST, other - FIRST];
  const [block, otherBlock] = [Math.floor(here / FINALS), Math.floor(there / FINALS)];
  return (
    Number(here % FINALS !== there % FINALS) +
    Number(block % VOWELS !== otherBlock % VOWELS) +
    Number(Math.floor(block / VOWELS) !== Math.floor(otherBlock / VOWELS))
  );
}

const joinSyllable = ({ onset, vowel, final }: Syllable): string =>
  String.fromCharCode(FIRST + (onset * VOWELS + vowel) * FINALS + final);

const ONSETS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const VOWEL_LETTERS = 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ';
const pairs = (letters: string, text: string) =>
  new Map(text.split(' ').map((pair) => [letters.indexOf(pair.charAt(0)), letters.indexOf(pair.charAt(1))]));

/** Tense consonants, which spellings of foreign words exchange with others. */
const ONE_ONSET = pairs(ONSETS, 'ㄲㅋ ㄸㅌ ㅃㅍ ㅆㅅ ㅉㅊ');
/** Vowels that sound alike. */
const ONE_VOWEL = pairs(VOWEL_LETTERS, 'ㅔㅐ ㅖㅐ ㅒㅐ ㅙㅚ ㅞㅚ');
/** After ㅈ and ㅊ, vowels with and without y sound alike. */
const WITHOUT_Y = pairs(VOWEL_LETTERS, 'ㅑㅏ ㅕㅓ ㅛㅗ ㅠㅜ');
/** 화이널 is 파이널: f is written as both. */
const AFTER_F = pairs(VOWEL_LETTERS, 'ㅘㅏ ㅚㅐ ㅟㅣ ㅝㅓ');
const [J, CH, H, P] = [...'ㅈㅊㅎㅍ'].map((letter) => ONSETS.indexOf(letter)) as [number, number, number, number];

function plainSyllable(character: string): string {
  const { onset: typed, vowel: written, final } = splitSyllable(character.charCodeAt(0));
  const onset = ONE_ONSET.get(typed) ?? typed;
  const vowel = ONE_VOWEL.get(written) ?? written;
  if (onset === H && AFTER_F.has(vowel)) return joinSyllable({ onset: P, vowel: AFTER_F.get(vowel)!, final });
  if (onset === J || onset === CH) return joinSyllable({ onset, vowel: WITHOUT_Y.get(vowel) ?? vowel, final });
  return joinSyllable({ onset, vowel, final });
}

const PLAIN = Array.from({ length: LAST - FIRST + 1 }, (_, index) => plainSyllable(String.fromCharCode(FIRST + index)));

/** Signs that are read as letters. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[×✕✖╳⨯]/g, 'x'],
  [/[&＆]| and (?=\S)|앤드/g, '앤'],
  [/[@＠]/g, 'a'],
  [/\$/g, 's'],
  [/√/g, '루트'],
  [/(?<=\d) ?[/⁄] ?(?=\d)/g, ''],
  // An apostrophe inside a word: Kimi no Na wa, JoJo's, Jun'ichi.
  [/(?<=\p{L})['’ʼ](?=\p{L})/gu, ''],
];

/** Lone letters of Hangul stay: the compatibility form would turn them into parts of syllables. */
const compatible = (text: string): string =>
  text.normalize('NFC').replace(/[^\u3131-\u318e]+/g, (part) => part.normalize('NFKC'));

const ACCENTS = /[\u0300-\u036f]/g;

/**
 * A text in the form in which spellings of the same name are equal: its words with single spaces between them, in lower case. One
 * character is one syllable or letter.
 */
export function canonicalOf(text: string): string {
  const signed = SIGNS.reduce(
    (rest, [pattern, letters]) => rest.replace(pattern, letters),
    compatible(text).toLowerCase(),
  );
  const latin = withoutKana(signed).normalize('NFD').replace(ACCENTS, '').normalize('NFC');
  const words = latin.replace(/[\s\p{P}\p{S}\p{M}\p{C}]+/gu, ' ').trim();
  return plainLatin(withPlainNumbers(words)).replace(/[가-힣]/g, (syllable) => PLAIN[syllable.charCodeAt(0) - FIRST]!);
}
