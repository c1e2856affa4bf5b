import { disassemble, getChoseong } from 'es-hangul';

/** Characters that comparisons ignore: spaces, punctuation, symbols. */
const IGNORED = /[\s\p{P}\p{S}]/gu;

/** Normalizes a text for comparison: composed, lower case, letters and digits only. */
export const fold = (text: string): string => text.normalize('NFC').toLowerCase().replace(IGNORED, '');

/** The folded words of a text. */
export const wordsOf = (text: string): string[] =>
  text
    .split(/[\s\p{P}\p{S}]+/u)
    .map(fold)
    .filter((word) => word !== '');

/**
 * A text as letters in typing order: 등불 is ㄷㅡㅇㅂㅜㄹ. A half-typed syllable (등부, 등붊) starts with the same letters
 * as the finished one.
 */
export const lettersOf = (text: string): string => disassemble(text);

/** Splits pairs of consonants: a keyboard combines ㄱㅅ typed in a row into ㄳ. */
export const splitConsonants = (text: string): string => text.replace(/[ㄳㄵㄶㄺ-ㅀㅄ]/g, (pair) => disassemble(pair));

export const isConsonant = (character: string): boolean => /^[ㄱ-ㅎ]$/.test(character);

/** The initial consonant of each syllable; other characters stay. */
export const initialsOf = (text: string): string =>
  [...text].map((character) => (/[가-힣]/.test(character) ? getChoseong(character) : character)).join('');
