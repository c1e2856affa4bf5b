import { assemble, disassemble } from 'es-hangul';

/**
 * Text during composition: the committed part, and the two-set letters that may still combine, in typing order. Adding a
 * letter composes further; deleting one removes exactly the last.
 */
export interface Composition {
  readonly committed: string;
  readonly letters: readonly string[];
}

const LETTER = /^[ㄱ-ㅎㅏ-ㅣ]$/;
const SYLLABLE_OR_LETTER = /[가-힣ㄱ-ㅎㅏ-ㅣ]$/;
const CONSONANT = /^[ㄱ-ㅎ]$/;
/** A vowel without a syllable, such as ㅘ from ㅗ and ㅏ. */
const LONE_VOWEL = /[ㅏ-ㅣ]$/;

export const isHangulLetter = (character: string): boolean => LETTER.test(character);

export const composed = (text: string): Composition => ({ committed: text, letters: [] });

export const textOf = ({ committed, letters }: Composition): string => committed + compose(letters);

/** Combines letters into syllables. */
function compose(letters: readonly string[]): string {
  let done = '';
  let run: string[] = [];
  for (const letter of letters) {
    // A lone vowel combines with nothing, and es-hangul throws at a consonant after a compound vowel.
    if (CONSONANT.test(letter) && run.length > 0 && LONE_VOWEL.test(assemble(run))) {
      done += assemble(run);
      run = [];
    }
    run.push(letter);
  }
  return run.length === 0 ? done : done + assemble(run);
}

/** Types one character. Hangul letters combine with earlier ones; any other character ends the composition. */
export function typeCharacter(composition: Composition, character: string): Composition {
  const { committed, letters } = composition;
  if (!isHangulLetter(character)) return composed(textOf(composition) + character);
  return { committed, letters: [...letters, character] };
}

/** Deletes one letter of the last Hangul syllable, or the last character. */
export function takeBack({ committed, letters }: Composition): Composition {
  if (letters.length > 0) return { committed, letters: letters.slice(0, -1) };
  if (!SYLLABLE_OR_LETTER.test(committed)) return composed(Array.from(committed).slice(0, -1).join(''));
  return { committed: committed.slice(0, -1), letters: Array.from(disassemble(committed.slice(-1))).slice(0, -1) };
}

/** Deletes the last word and the spaces after it. Punctuation ends a word too, as in an e-mail address. */
export const takeBackWord = (composition: Composition): Composition =>
  composed(textOf(composition).replace(/(?:[^\s@._-]+|[@._-]+)?\s*$/, ''));

/** The letters of a text in typing order. */
export const lettersOf = (text: string): string => disassemble(text);
