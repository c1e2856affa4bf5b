import { initialsOf, isConsonant, lettersOf } from './hangul.ts';

/**
 * Match quality, best first. A half-typed last syllable matches its possible completions, ranked after exact matches.
 * `scattered` matches contain the typed words in another arrangement: 사진관 자정 for 자정의 사진관.
 */
export const RANK = {
  exact: 0,
  prefix: 1,
  prefixHalfTyped: 2,
  initialPrefix: 3,
  word: 4,
  wordHalfTyped: 5,
  inside: 6,
  insideHalfTyped: 7,
  scattered: 8,
  about: 9,
};

/** Caches what single characters become, because they recur: there are 11,172 syllables. */
function ofOne(make: (character: string) => string): (character: string) => string {
  const known = new Map<string, string>();
  return (character) => {
    const found = known.get(character);
    if (found !== undefined) return found;
    const made = make(character);
    if (known.size < 20_000) known.set(character, made);
    return made;
  };
}
const lettersOfOne = ofOne(lettersOf);
const initialsOfOne = ofOne(initialsOf);

export const lettersOfAll = (text: string): string => {
  let letters = '';
  for (let at = 0; at < text.length; at += 1) letters += lettersOfOne(text.charAt(at));
  return letters;
};

/** The initial consonants of the Korean readings of digits. */
const DIGIT_INITIALS = ['ㅇㄱ', 'ㅇㅎ', 'ㅇㄷ', 'ㅅ', 'ㅅㄴ', 'ㅇㄷ', 'ㅇ', 'ㅊㅇ', 'ㅍㅇ', 'ㄱㅇ'];
const PLAIN_ONSETS: Readonly<Record<string, string>> = { ㄲ: 'ㄱ', ㄸ: 'ㄷ', ㅃ: 'ㅂ', ㅆ: 'ㅅ', ㅉ: 'ㅈ' };

/** The consonants by which a character may be typed; empty for one that has none. */
export const consonantsOf = ofOne((character) => {
  if (character >= '0' && character <= '9') return DIGIT_INITIALS[Number(character)]!;
  const initial = initialsOfOne(character);
  return isConsonant(initial) ? initial + (PLAIN_ONSETS[initial] ?? '') : '';
});

/** Typed text, prepared for comparison. */
export interface Typed {
  /** Without spaces. */
  readonly text: string;
  readonly letters: string;
  readonly isByInitials: boolean;
}

export const typedOf = (text: string): Typed => ({
  text,
  letters: lettersOfAll(text),
  isByInitials: [...text].some(isConsonant),
});

/** Whether typed characters match a name from `start`: a lone consonant matches any syllable that begins with it. */
function fits(name: string, start: number, typed: string): boolean {
  if (start + typed.length > name.length) return false;
  for (let index = 0; index < typed.length; index += 1) {
    const [character, there] = [typed.charAt(index), name.charAt(start + index)];
    if (character === there) continue;
    if (isConsonant(character)) {
      if (!consonantsOf(there).includes(character)) return false;
    } else if (index < typed.length - 1 || !lettersOfOne(there).startsWith(lettersOfOne(character))) return false;
  }
  return true;
}

/** Whether the letters of a text, from a character on, start with these. */
function startsWithLetters(text: string, start: number, letters: string): boolean {
  let at = 0;
  for (let index = start; at < letters.length; index += 1) {
    if (index >= text.length) return false;
    const there = lettersOfOne(text.charAt(index));
    if (letters.startsWith(there, at)) at += there.length;
    else return there.startsWith(letters.slice(at));
  }
  return true;
}

/** A name as it is compared. */
export interface Name {
  /** Without spaces. */
  readonly text: string;
  /** Where words begin, without the first one. */
  readonly starts: readonly number[];
}

const NO_STARTS: readonly number[] = [];

/** @param spaced words with single spaces between them. */
export function nameOf(spaced: string): Name {
  const text = spaced.replaceAll(' ', '');
  if (text.length === spaced.length) return { text, starts: NO_STARTS };
  let start = 0;
  const starts = spaced.split(' ').map((word) => (start += word.length));
  return { text, starts: starts.slice(0, -1) };
}

/** Match quality of a name for text typed as one piece; `Infinity` for no match. */
export function rankOf({ text, starts }: Name, { text: typed, letters, isByInitials }: Typed): number {
  let best = Infinity;
  for (let start = 0; start < text.length; start += 1) {
    const isWord = start > 0 && starts.includes(start);
    if (startsWithLetters(text, start, letters)) {
      const isAsTyped = text.startsWith(typed, start);
      if (start > 0 && isWord) best = Math.min(best, isAsTyped ? RANK.word : RANK.wordHalfTyped);
      else if (start > 0) best = Math.min(best, isAsTyped ? RANK.inside : RANK.insideHalfTyped);
      else if (!isAsTyped) best = Math.min(best, RANK.prefixHalfTyped);
      else return text.length === typed.length ? RANK.exact : RANK.prefix;
    }
    if (isByInitials && fits(text, start, typed))
      best = Math.min(best, start === 0 ? RANK.initialPrefix : isWord ? RANK.word : RANK.inside);
  }
  return best;
}
