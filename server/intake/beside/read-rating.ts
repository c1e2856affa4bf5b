import type { ContentRating } from '#contract/profiles.ts';

/** Words of authorities that are no age. Where one has no equal here, the next stricter rating stands for it. */
const WORDS: readonly (readonly [RegExp, ContentRating])[] = [
  [/청소년 ?관람 ?불가|청불|제한 ?상영|\b(?:nc-?17|tv-?ma|rx|x|r18\+?|ao|a18)\b/i, '19'],
  [/\b(?:pg-?13)\b/i, '15'],
  [/\b(?:tv-?y7(?:-fv)?)\b/i, '7'],
  [/전체 ?(?:관람 ?가|이용 ?가|관람)?|모든 ?연령|全年齢|\b(?:all(?: ages)?|tv-?(?:g|y)|g|u|e)\b/i, 'all'],
  [/\b(?:pg|tv-?pg|pg12)\b/i, '12'],
  [/\b(?:r\+?|restricted|adult)\b/i, '19'],
];
const AGES = ['7', '12', '15', '19'] as const;

/**
 * Reads an age rating of any authority: `15세 이상 관람가`, `TV-14`, `Rated PG-13`, `FSK 16`, `R - 17+`.
 *
 * @returns undefined for one that it does not know.
 */
export function readRating(text: string): ContentRating | undefined {
  const words = text.normalize('NFKC').slice(0, 100);
  const word = WORDS.slice(0, 3).find(([pattern]) => pattern.test(words));
  if (word) return word[1];
  const age = /(?:^|\D)(\d{1,2})(?:\D|$)/.exec(words)?.[1];
  if (age !== undefined) return Number(age) === 0 ? 'all' : (AGES.find((one) => Number(one) >= Number(age)) ?? '19');
  return WORDS.find(([pattern]) => pattern.test(words))?.[1];
}
