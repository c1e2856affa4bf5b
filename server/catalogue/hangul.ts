import { disassemble, getChoseong, josa } from 'es-hangul';

/** What does not count when names are compared: spaces, punctuation, symbols. */
const IGNORED = /[\s\p{P}\p{S}]/gu;

/** A text as it is compared: composed, in lower case, letters and digits only. */
export const fold = (text: string): string => text.normalize('NFC').toLowerCase().replace(IGNORED, '');

/**
 * A text as its letters in the order in which they are typed: 등불 is ㄷㅡㅇㅂㅜㄹ. What is half typed (등부, 등붊) starts
 * with the same letters as what it becomes.
 */
export const lettersOf = (text: string): string => disassemble(text);

/** The letters of lone consonants: ㄳ is ㄱㅅ, which is what a keyboard makes of two in a row. */
export const splitConsonants = (text: string): string => text.replace(/[ㄳㄵㄶㄺ-ㅀㅄ]/g, (pair) => disassemble(pair));

export const isConsonant = (character: string): boolean => /^[ㄱ-ㅎ]$/.test(character);

/** The initial consonant of each syllable; characters that are no syllables stay. */
export const initialsOf = (text: string): string =>
  [...text].map((character) => (/[가-힣]/.test(character) ? getChoseong(character) : character)).join('');

/** Digits whose Korean reading ends in a consonant: 영, 일, 삼, 육, 칠, 팔. */
const CLOSED_DIGITS = '013678';

/** A name with the object's particle: 보라를, 등불을. */
export function withObjectParticle(name: string): string {
  const last = fold(name).at(-1) ?? '';
  if (/[가-힣]/.test(last)) return `${name}${josa.pick(last, '을/를')}`;
  return `${name}${CLOSED_DIGITS.includes(last) && last !== '' ? '을' : '를'}`;
}
