import { combineCharacter, disassembleCompleteCharacter } from 'es-hangul';
import { withPlainNumbers } from './numbers.ts';
import { plainLatin, withoutKana } from './romaji.ts';

const FIRST = 0xac00;
const LAST = 0xd7a3;
const VOWELS = 21;
const FINALS = 28;

export const isSyllable = (code: number): boolean => code >= FIRST && code <= LAST;

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

/** @param text pairs of a letter and the one that replaces it, with spaces between them. */
const pairs = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(text.split(' ').map((pair) => [pair.slice(0, -1), pair.slice(-1)]));

/** Tense consonants, which spellings of foreign words exchange with others. */
const ONE_ONSET = pairs('ㄲㅋ ㄸㅌ ㅃㅍ ㅆㅅ ㅉㅊ');
/** Vowels that sound alike. */
const ONE_VOWEL: Readonly<Record<string, string>> = { ...pairs('ㅔㅐ ㅖㅐ ㅒㅐ'), ㅗㅐ: 'ㅗㅣ', ㅜㅔ: 'ㅗㅣ' };
/** After ㅈ and ㅊ, vowels with and without y sound alike. */
const WITHOUT_Y = pairs('ㅑㅏ ㅕㅓ ㅛㅗ ㅠㅜ');
/** 화이널 is 파이널: f is written as both. */
const AFTER_F = pairs('ㅗㅏㅏ ㅗㅣㅐ ㅜㅣㅣ ㅜㅓㅓ');

function plainSyllable(syllable: string): string {
  const { choseong, jungseong, jongseong } = disassembleCompleteCharacter(syllable)!;
  const onset = ONE_ONSET[choseong] ?? choseong;
  const vowel = ONE_VOWEL[jungseong] ?? jungseong;
  if (onset === 'ㅎ' && AFTER_F[vowel]) return combineCharacter('ㅍ', AFTER_F[vowel], jongseong);
  const isAfterJ = onset === 'ㅈ' || onset === 'ㅊ';
  return combineCharacter(onset, (isAfterJ && WITHOUT_Y[vowel]) || vowel, jongseong);
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
