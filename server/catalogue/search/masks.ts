import { isConsonant } from './hangul.ts';
import { consonantsOf } from './ranks.ts';

/*
 * Sets of characters as two numbers of 30 bits: whether a name can have all characters of a typed text is known without
 * looking at the name. Different characters may share a bit, so the set only rules names out.
 */

const BITS = 30;
const CONSONANTS = 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎㄲㄸㅃㅆㅉ';

export interface Mask {
  readonly low: number;
  readonly high: number;
}

export function maskOf(text: string): Mask {
  let [low, high] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const bit = (Math.imul(text.charCodeAt(at), 0x9e3779b1) >>> 16) % (2 * BITS);
    if (bit < BITS) low |= 1 << bit;
    else high |= 1 << (bit - BITS);
  }
  return { low, high };
}

function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** How many of the characters are certainly not in the other set; at least. */
export const countMissing = (wanted: Mask, low: number, high: number): number =>
  countBits(wanted.low & ~low) + countBits(wanted.high & ~high);

const bitOf = (consonant: string): number => 1 << CONSONANTS.indexOf(consonant);
/** For what has no consonant: letters of other scripts. */
const other = (character: string): number => 1 << (CONSONANTS.length + (character.charCodeAt(0) % (BITS - 19)));

/** The set of the consonants by which the characters of a name may be typed, and of its other characters. */
export function initialsMaskOf(name: string): number {
  let mask = 0;
  for (let at = 0; at < name.length; at += 1) {
    const character = name.charAt(at);
    const consonants = consonantsOf(character);
    if (consonants === '' || (character >= '0' && character <= '9')) mask |= other(character);
    for (const consonant of consonants) mask |= bitOf(consonant);
  }
  return mask;
}

/** The same of a typed text, by which names are chosen. */
export function typedInitialsMaskOf(typed: string): number {
  let mask = 0;
  for (const character of typed) {
    if (isConsonant(character)) {
      // Pairs of consonants were split before; others have no bit.
      if (CONSONANTS.includes(character)) mask |= bitOf(character);
      continue;
    }
    const [initial] = consonantsOf(character);
    const isDigit = character >= '0' && character <= '9';
    mask |= initial === undefined || isDigit ? other(character) : bitOf(initial);
  }
  return mask;
}
