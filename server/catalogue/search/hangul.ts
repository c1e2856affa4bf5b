import { disassemble } from 'es-hangul';

/** Characters that comparisons ignore: spaces, punctuation, symbols. None that regular expressions know is left. */
const IGNORED = /[\s\p{P}\p{S}]+/gu;

/** The words of a text for comparison, with single spaces between them: composed, lower case, letters and digits only. */
export const wordsOf = (text: string): string => text.normalize('NFC').toLowerCase().replace(IGNORED, ' ').trim();

/** The same without spaces. */
export const fold = (text: string): string => wordsOf(text).replaceAll(' ', '');

/** Splits pairs of consonants: a keyboard combines ㄱㅅ typed in a row into ㄳ. */
export const splitConsonants = (text: string): string => text.replace(/[ㄳㄵㄶㄺ-ㅀㅄ]/g, (pair) => disassemble(pair));

/** There are 11,172 syllables, and they recur. */
const known = new Map<string, string>();
const MOST_KNOWN = 20_000;

function lettersOf(character: string): string {
  const letters = known.get(character) ?? disassemble(character);
  if (known.size < MOST_KNOWN) known.set(character, letters);
  return letters;
}

/** A text as letters in typing order: 등불 is ㄷㅡㅇㅂㅜㄹ. */
export const lettersOfAll = (text: string): string => {
  let letters = '';
  for (let at = 0; at < text.length; at += 1) letters += lettersOf(text.charAt(at));
  return letters;
};
