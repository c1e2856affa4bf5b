import { disassemble, removeLastCharacter } from 'es-hangul';

/*
 * Many texts as the lines of one, so that one regular expression looks through all of them. A typed syllable stands for what
 * it may become while it is the last one, and a lone consonant for the syllables that it begins.
 */

/** Match quality, best first; half-typed matches come after those that are as typed. `scattered` are words in another order. */
export const RANK = {
  exact: 0,
  prefix: 1,
  prefixHalfTyped: 2,
  word: 3,
  wordHalfTyped: 4,
  inside: 5,
  insideHalfTyped: 6,
  scattered: 7,
  about: 8,
};

export interface Lines<Owner> {
  readonly text: string;
  readonly ends: Int32Array;
  readonly owners: readonly Owner[];
}

/** @param all words with single spaces between them, and what each text belongs to. */
export function linesOf<Owner>(all: readonly (readonly [text: string, owner: Owner])[]): Lines<Owner> {
  let end = 0;
  return {
    text: `\n${all.map(([text]) => text).join('\n')}\n`,
    ends: Int32Array.from(all, ([text]) => (end += text.length + 1)),
    owners: all.map(([, owner]) => owner),
  };
}

const FIRST = '가'.charCodeAt(0);
const BLOCK = 28;
const VOWELS = 21;
const ONSETS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const TENSE: Readonly<Record<string, string>> = { ㄱ: 'ㄲ', ㄷ: 'ㄸ', ㅂ: 'ㅃ', ㅅ: 'ㅆ', ㅈ: 'ㅉ' };
/** The initial consonants of the Korean readings of digits. */
const DIGITS = ['ㅇㄱ', 'ㅇㅎ', 'ㅇㄷ', 'ㅅ', 'ㅅㄴ', 'ㅇㄷ', 'ㅇ', 'ㅊㅇ', 'ㅍㅇ', 'ㄱㅇ'];
/** How many vowels follow that begin with this one, and finals. */
const LONGER_VOWELS: Readonly<Record<number, number>> = { 8: 3, 13: 3, 18: 1 };
const LONGER_FINALS: Readonly<Record<number, number>> = { 1: 2, 4: 2, 8: 7, 17: 1 };

const range = (first: number, further: number): string =>
  `${String.fromCharCode(first)}-${String.fromCharCode(first + further)}`;
const begunBy = (onset: string): string => range(FIRST + ONSETS.indexOf(onset) * VOWELS * BLOCK, VOWELS * BLOCK - 1);

/** For each consonant, the characters that may be typed by it. */
const BY_CONSONANT = new Map(
  [...ONSETS].map((onset) => {
    const digits = DIGITS.map((initials, digit) => (initials.includes(onset) ? digit : '')).join('');
    return [onset, `[${onset}${[onset, ...(TENSE[onset] ?? '')].map(begunBy).join('')}${digits}]`];
  }),
);

/** What the last typed syllable may become: 고 과 and 공, 닭 the 달 of 달고나. */
function completed(character: string): string {
  const place = character.charCodeAt(0) - FIRST;
  if (place < 0 || place >= ONSETS.length * VOWELS * BLOCK) return character;
  const final = place % BLOCK;
  if (final === 0) {
    const vowels = 1 + (LONGER_VOWELS[(place / BLOCK) % VOWELS] ?? 0);
    return `[${range(FIRST + place, vowels * BLOCK - 1)}]`;
  }
  const longer = range(FIRST + place, LONGER_FINALS[final] ?? 0);
  return `(?:[${longer}]|${removeLastCharacter(character)} ?[${begunBy(disassemble(character).at(-1)!)}])`;
}

function patternOf(typed: string): RegExp {
  const characters = [...typed].map((one) => BY_CONSONANT.get(one) ?? one);
  return new RegExp([...characters.slice(0, -1), completed(characters.at(-1)!)].join(' ?'), 'g');
}

/** Whether a text is meant by initial consonants. */
export const isByInitials = (typed: string): boolean => /[ㄱ-ㅎ]./.test(typed);

export interface Hit<Owner> {
  readonly owner: Owner;
  /** Number of the line, from 0. */
  readonly line: number;
  readonly rank: number;
  /** Length of the line. */
  readonly length: number;
}

/**
 * Lines that match a typed text, in their order; a line may come twice.
 *
 * @param typed folded, without spaces.
 */
export function* findIn<Owner>({ text, ends, owners }: Lines<Owner>, typed: string): Generator<Hit<Owner>, void> {
  if (typed === '') return;
  const pattern = patternOf(typed);
  let line = 0;
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const { 0: there, index } = found;
    while (ends[line]! < index) line += 1;
    const [owner, end] = [owners[line]!, ends[line]!];
    const begin = line === 0 ? 1 : ends[line - 1]! + 1;
    const place = index === begin ? RANK.prefix : text.charAt(index - 1) === ' ' ? RANK.word : RANK.inside;
    const isAsTyped = there === typed || there.replaceAll(' ', '') === typed;
    const isWhole = isAsTyped && index === begin && pattern.lastIndex === end;
    yield { owner, line, rank: isWhole ? RANK.exact : place + (isAsTyped ? 0 : 1), length: end - begin };
    // A later word may match better than the inside of this one; nothing that follows is better than a word.
    pattern.lastIndex = place === RANK.inside ? index + 1 : end;
  }
}
