import { countDifferentLetters, isSyllable } from './canonical.ts';
import { SEASON } from './numbers.ts';

/** More than any bound. */
const NEVER = 99;

const [ZERO, NINE, SEASON_SIGN] = ['0', '9', SEASON].map((character) => character.charCodeAt(0)) as [
  number,
  number,
  number,
];
const isNumber = (code: number): boolean => (code >= ZERO && code <= NINE) || code === SEASON_SIGN;

/** The cost of one unit in the place of another: one letter of a syllable is one slip. */
function exchange(one: number, other: number): number {
  if (one === other) return 0;
  if (isNumber(one) || isNumber(other)) return NEVER;
  const isHangul = isSyllable(one);
  if (!isHangul || !isSyllable(other)) return isHangul === isSyllable(other) ? 1 : 2;
  return countDifferentLetters(one, other) === 1 ? 1 : 2;
}

const removal = (code: number): number => (isNumber(code) ? NEVER : 1);

export interface Slips {
  /** Slips between the typed text and all of the name. */
  readonly whole: number;
  /** Between it and the best beginning of the name. */
  readonly start: number;
}

const TOO_MANY: Slips = { whole: NEVER, start: NEVER };
/** Longest name that is compared, in letters. */
const LONGEST = 1024;
/** Three rows of costs. They are shared, because a comparison never waits. */
const rows = [0, 1, 2].map(() => new Uint8Array(LONGEST + 1));

/**
 * Counts dropped, doubled, wrong and swapped units, each as one slip.
 *
 * @param from where the compared part of the name begins.
 * @param most higher counts are not computed exactly.
 */
export function countSlips(typed: string, name: string, from: number, most: number): Slips {
  const rest = name.length - from;
  const width = Math.min(rest, typed.length + most, LONGEST);
  if (typed.length - width > most) return TOO_MANY;
  let [twoAgo, before, now] = rows as [Uint8Array, Uint8Array, Uint8Array];
  before.fill(NEVER, 0, width + 1);
  before[0] = 0;
  for (let at = 1; at <= width && at <= most; at += 1)
    before[at] = Math.min(NEVER, before[at - 1]! + removal(name.charCodeAt(from + at - 1)));
  for (let row = 1; row <= typed.length; row += 1) {
    const code = typed.charCodeAt(row - 1);
    const own = removal(code);
    now.fill(NEVER, 0, width + 1);
    if (row <= most) now[0] = Math.min(NEVER, before[0]! + own);
    let best = now[0]!;
    for (let at = Math.max(1, row - most); at <= Math.min(width, row + most); at += 1) {
      const there = name.charCodeAt(from + at - 1);
      let cost = before[at - 1]! + exchange(code, there);
      cost = Math.min(cost, before[at]! + own, now[at - 1]! + removal(there));
      if (
        row > 1 &&
        at > 1 &&
        code !== there &&
        code === name.charCodeAt(from + at - 2) &&
        typed.charCodeAt(row - 2) === there
      )
        cost = Math.min(cost, twoAgo[at - 2]! + 1);
      now[at] = Math.min(NEVER, cost);
      if (cost < best) best = cost;
    }
    if (best > most) return TOO_MANY;
    [twoAgo, before, now] = [before, now, twoAgo];
  }
  let start = NEVER;
  for (let at = Math.max(0, typed.length - most); at <= width; at += 1) start = Math.min(start, before[at]!);
  return { whole: width === rest ? before[width]! : NEVER, start };
}

/** Slips that a typed text may have, by its length: Latin letters are smaller than syllables. */
export function mostSlips(typed: string): number {
  const isLatin = /^[a-z§\d ]*$/.test(typed);
  const { length } = typed;
  if (length < (isLatin ? 4 : 2)) return 0;
  return length <= 7 ? 1 : length <= 14 ? 2 : 3;
}
