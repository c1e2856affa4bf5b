/*
 * Numbers and seasons of a name in one form: `사월` and `4월`, `세 번째` and `3번째`, `시즌 2`, `2기`, `2nd season`, `S2`, `II`. Names and
 * typed texts go through the same rules, so a rule that also fits other words makes nothing wrong.
 */

/** Stands before the number of a season or part. */
export const SEASON = '§';

/** Higher numbers at the end of a name are no seasons. */
const LAST_SEASON = 20;

const SINO: Readonly<Record<string, number>> = {
  일: 1,
  이: 2,
  삼: 3,
  사: 4,
  오: 5,
  육: 6,
  유: 6,
  칠: 7,
  팔: 8,
  구: 9,
  십: 10,
  시: 10,
  십일: 11,
  십이: 12,
  백: 100,
  천: 1000,
};
const NATIVE: Readonly<Record<string, number>> = {
  첫: 1,
  한: 1,
  두: 2,
  둘: 2,
  세: 3,
  셋: 3,
  네: 4,
  넷: 4,
  다섯: 5,
  여섯: 6,
  일곱: 7,
  여덟: 8,
  아홉: 9,
  열: 10,
};
const ENGLISH: Readonly<Record<string, number>> = {
  zero: 0,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
};
const ORDINALS: Readonly<Record<string, number>> = {
  first: 1,
  second: 2,
  third: 3,
  fourth: 4,
  fifth: 5,
  sixth: 6,
  seventh: 7,
  eighth: 8,
  ninth: 9,
  tenth: 10,
};
/** Without I, V and X, which are also letters. */
const ROMAN: Readonly<Record<string, number>> = {
  ii: 2,
  iii: 3,
  iv: 4,
  vi: 6,
  vii: 7,
  viii: 8,
  ix: 9,
  xi: 11,
  xii: 12,
  xiii: 13,
};

const oneOf = (numbers: Readonly<Record<string, number>>): string =>
  Object.keys(numbers)
    .sort((one, other) => other.length - one.length)
    .join('|');

type Rule = readonly [pattern: RegExp, replacement: (...found: string[]) => string];

const season = (text: string | number) => ` ${SEASON}${Number(text)} `;

/** They apply in this order to a text in lower case whose words have one space between them. */
const RULES: readonly Rule[] = [
  [/(?<!\d)(\d{1,6}) ?분의 ?(\d{1,6})/g, (_, below = '', above = '') => above + below],
  [new RegExp(`(?<= |^)(${oneOf(SINO)})월`, 'g'), (_, number = '') => `${SINO[number]}월`],
  [
    /(?<= |^)(일|이|삼|사|오|육|칠|팔|구|십|백|천)(등분|분의|년|분|인|층|호|번|차원|학년|개국|성)/g,
    (_, number = '', unit = '') => `${SINO[number]}${unit}`,
  ],
  [new RegExp(`(?<= |^)(${oneOf(NATIVE)})(?: ?번)? ?째`, 'g'), (_, number = '') => `${NATIVE[number]}번째`],
  [/(\d) ?번 째/g, (_, number = '') => `${number}번째`],
  [
    new RegExp(`(?<= |^)(${oneOf(NATIVE)}) ?(개|명|마리|가지|번|살|사람|권|배)`, 'g'),
    (_, number = '', unit = '') => `${NATIVE[number]}${unit}`,
  ],
  [new RegExp(`(?<= |^)(${oneOf(ORDINALS)})(?= (?:season|part|cour))`, 'g'), (_, word = '') => String(ORDINALS[word])],
  [/(?<= |^)(\d{1,2})(?:st|nd|rd|th)? (?:season|part|cour)(?= |$)/g, (_, number = '') => season(number)],
  [/(\d{1,2})번째 ?(?:시즌|파트|이야기)/g, (_, number = '') => season(number)],
  [/(?:시즌|파트) ?(\d{1,2})(?!\d)/g, (_, number = '') => season(number)],
  [/(?:시즌|파트) ?(일|이|삼|사|오|육|칠|팔|구|십)(?= |$)/g, (_, number = '') => season(SINO[number]!)],
  [/(?<= |^)(?:season|part|pt|s) ?(\d{1,2})(?= |$)/g, (_, number = '') => season(number)],
  [/(?<!\d)(?:제 ?)?(\d{1,2}) ?(?:기|부)(?= |$)/g, (_, number = '') => season(number)],
  [/(?<= )(일|이|삼|사|오|육|칠|팔|구) ?기(?= |$)/g, (_, number = '') => season(SINO[number]!)],
  [new RegExp(`(?<= )(${oneOf(ROMAN)})(?= |$)`, 'g'), (_, number = '') => season(ROMAN[number]!)],
  [new RegExp(`(?<= |^)(${oneOf(ENGLISH)})(?= |$)`, 'g'), (_, word = '') => String(ENGLISH[word])],
  [
    /(?<=[^\d ] ?)(?<!\d)0?(\d{1,2})$/g,
    (found, number = '') => (Number(number) <= LAST_SEASON ? season(number) : found),
  ],
];

/** @param text in lower case, with single spaces between words. */
export function withPlainNumbers(text: string): string {
  let plain = text;
  for (const [pattern, replacement] of RULES) plain = plain.replace(pattern, replacement);
  return plain.replace(/ {2,}/g, ' ').trim();
}

/** A text without its seasons; the same text if it has none, or nothing else. */
export function withoutSeasons(canonical: string): string {
  const rest = canonical.replace(/§\d+/g, ' ').replace(/ {2,}/g, ' ').trim();
  return rest === '' ? canonical : rest;
}
