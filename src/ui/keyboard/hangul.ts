import { assemble, disassemble } from 'es-hangul';

/**
 * Text while it is being composed: what stands, and the letters of the two-set layout that may still join, in the order
 * in which they were typed. A letter more composes further, a letter less takes back exactly the last one.
 */
export interface Composition {
  readonly committed: string;
  readonly letters: readonly string[];
}

const LETTER = /^[ㄱ-ㅎㅏ-ㅣ]$/;
const SYLLABLE_OR_LETTER = /[가-힣ㄱ-ㅎㅏ-ㅣ]$/;
const CONSONANT = /^[ㄱ-ㅎ]$/;
/** A vowel in no syllable, as ㅘ of ㅗ and ㅏ. */
const LONE_VOWEL = /[ㅏ-ㅣ]$/;

export const isHangulLetter = (character: string): boolean => LETTER.test(character);

export const composed = (text: string): Composition => ({ committed: text, letters: [] });

export const textOf = ({ committed, letters }: Composition): string => committed + compose(letters);

/** Letters as syllables. */
function compose(letters: readonly string[]): string {
  let done = '';
  let run: string[] = [];
  for (const letter of letters) {
    // Nothing joins a lone vowel, and es-hangul throws at a consonant behind one of two letters.
    if (CONSONANT.test(letter) && run.length > 0 && LONE_VOWEL.test(assemble(run))) {
      done += assemble(run);
      run = [];
    }
    run.push(letter);
  }
  return run.length === 0 ? done : done + assemble(run);
}

/** Types one character. Letters of Hangul join what was typed before them; anything else ends the composing. */
export function typeCharacter(composition: Composition, character: string): Composition {
  const { committed, letters } = composition;
  if (!isHangulLetter(character)) return composed(textOf(composition) + character);
  return { committed, letters: [...letters, character] };
}

/** Takes back one letter: of the syllable at the end when it is Hangul, else the last character. */
export function takeBack({ committed, letters }: Composition): Composition {
  if (letters.length > 0) return { committed, letters: letters.slice(0, -1) };
  if (!SYLLABLE_OR_LETTER.test(committed)) return composed(Array.from(committed).slice(0, -1).join(''));
  return { committed: committed.slice(0, -1), letters: Array.from(disassemble(committed.slice(-1))).slice(0, -1) };
}

/** Takes back the last word and the spaces behind it. Signs end a word too, as in an e-mail address. */
export const takeBackWord = (composition: Composition): Composition =>
  composed(textOf(composition).replace(/(?:[^\s@._-]+|[@._-]+)?\s*$/, ''));

/** Letters of a text in the order in which they are typed, without regard to what is composed of them. */
export const lettersOf = (text: string): string => disassemble(text);
