import { numberToHangul, susa } from 'es-hangul';

/*
 * Numbers and seasons of a name in one form: `세 번째` and `3번째`, `시즌 2`, `2기`, `2nd season`, `S2`, `II`. Names and
 * typed texts go through the same rules, so a rule that also fits other words makes nothing wrong.
 */

/** Stands before the number of a season or part. */
export const SEASON = '§';

/** Higher numbers at the end of a name are no seasons. */
const LAST_SEASON = 20;

/** Words for 1, 2, 3 and so on; several for one number have `/` between them. */
const counted = (words: string): Readonly<Record<string, number>> =>
  Object.fromEntries(words.split(' ').flatMap((one, index) => one.split('/').map((word) => [word, index + 1])));

const SINO = counted('일 이 삼 사 오 육 칠 팔 구 십');
const NATIVE = counted('첫/한 두/둘 세/셋/석 네/넷/넉 다섯 여섯 일곱 여덟 아홉 열');
const ENGLISH = counted('one two three four five six seven eight nine ten eleven twelve');
const ORDINALS = counted('first second third fourth fifth sixth seventh eighth ninth tenth');
/** Without I, V and X, which are also letters. */
const ROMAN = counted('- ii iii iv - vi vii viii ix - xi xii xiii');

const oneOf = (numbers: Readonly<Record<string, number>>): string =>
  Object.keys(numbers)
    .sort((one, other) => other.length - one.length)
    .join('|');

type Rule = readonly [pattern: RegExp, replacement: (...found: string[]) => string];

const season = (text: string | number) => ` ${SEASON}${Number(text)} `;

/** They apply in this order to a text in lower case whose words have one space between them. */
const RULES: readonly Rule[] = [
  [/(?<!\d)(\d{1,6}) ?분의 ?(\d{1,6})/g, (_, below = '', above = '') => above + below],
  [new RegExp(`(?<= |^)(${oneOf(NATIVE)})(?: ?번)? ?째`, 'g'), (_, number = '') => `${NATIVE[number]}번째`],
  [/(\d) ?번 째/g, (_, number = '') => `${number}번째`],
  [
    new RegExp(`(?<= |^)(${oneOf(NATIVE)}) ?(개|명|마리|가지|번|살|사람|권|배|장|대|잔)`, 'g'),
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

/** Longest number that is read as one, in digits. */
const LONGEST_NUMBER = 8;
const MOST_COUNTED = 20;

/** Numbers of a text as they are read in Korean, as one number, digit by digit, and as things are counted: 12 is 십이, 일이 and 열두. */
export function readAloud(text: string): string[] {
  if (!/\d/.test(text)) return [];
  const read = (one: (digits: string) => string) =>
    text.replace(/\d+/g, (digits) => (digits.length > LONGEST_NUMBER ? digits : one(digits)));
  const whole = read((digits) => numberToHangul(Number(digits)).replace(/^일만/, '만'));
  // Of people and things: 여섯 for 6.
  const counted = read((digits) =>
    Number(digits) > 0 && Number(digits) <= MOST_COUNTED ? susa(Number(digits), true) : digits,
  );
  const each = read((digits) => [...digits].map((digit) => numberToHangul(Number(digit))).join(''));
  return [...new Set([whole.replaceAll('육월', '유월').replaceAll('십월', '시월'), each, counted])].filter(
    (one) => one !== text,
  );
}
