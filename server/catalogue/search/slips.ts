import { countDifferentLetters, isSyllable } from './canonical.ts';

/** More than any bound. */
const NEVER = 99;

/** A digit, or the sign of a season: another one is another title. */
const isNumber = (code: number): boolean => (code >= 48 && code <= 57) || code === 0xa7;

/** The cost of one unit in the place of another: one letter of a syllable is one slip. */
function exchange(one: number, other: number): number {
  if (one === other) return 0;
  if (isNumber(one) || isNumber(other)) return NEVER;
  if (!isSyllable(one) || !isSyllable(other)) return isSyllable(one) === isSyllable(other) ? 1 : 2;
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
const rows = [0, 1, 2].map(() => new Int16Array(LONGEST + 1));

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
  let [twoAgo, before, now] = rows as [Int16Array, Int16Array, Int16Array];
  before[0] = 0;
  for (let at = 1; at <= width; at += 1)
    before[at] = Math.min(NEVER, before[at - 1]! + removal(name.charCodeAt(from + at - 1)));
  for (let row = 1; row <= typed.length; row += 1) {
    const [code, last] = [typed.charCodeAt(row - 1), typed.charCodeAt(row - 2)];
    const own = removal(code);
    let best = (now[0] = Math.min(NEVER, before[0]! + own));
    let lastThere = 0;
    for (let at = 1; at <= width; at += 1) {
      const there = name.charCodeAt(from + at - 1);
      let cost = Math.min(before[at - 1]! + exchange(code, there), before[at]! + own, now[at - 1]! + removal(there));
      if (code === lastThere && last === there && code !== there) cost = Math.min(cost, twoAgo[at - 2]! + 1);
      now[at] = Math.min(NEVER, cost);
      if (cost < best) best = cost;
      lastThere = there;
    }
    if (best > most) return TOO_MANY;
    [twoAgo, before, now] = [before, now, twoAgo];
  }
  return { whole: width === rest ? before[width]! : NEVER, start: Math.min(...before.subarray(0, width + 1)) };
}

/** Slips that a typed text may have, by its length: Latin letters are smaller than syllables. */
export function mostSlips(typed: string): number {
  const { length } = typed;
  if (length < (/^[a-z§\d ]*$/.test(typed) ? 4 : 2)) return 0;
  return length <= 7 ? 1 : length <= 14 ? 2 : 3;
}
