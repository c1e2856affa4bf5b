import { describe, expect, test } from 'vitest';
import { canonicalOf } from '#server/catalogue/search/canonical.ts';
import { findIn, linesOf, RANK } from '#server/catalogue/search/lines.ts';
import { otherLayoutOf } from '#server/catalogue/search/readings.ts';

const hitsOf = (names: readonly string[], typed: string) => [
  ...findIn(linesOf(names.map((name) => [name, name])), typed),
];
const rankOf = (name: string, typed: string) => Math.min(...hitsOf([name], typed).map(({ rank }) => rank));

test.each([
  ['달빛 우체국', '달빛우체국', 'exact'],
  ['달빛 우체국', '달빛', 'prefix'],
  ['달빛 우체국', '달비', 'prefixHalfTyped'],
  ['달빛 우체국', '달ㅂ', 'prefixHalfTyped'],
  ['달빛 우체국', '달빛우쳌', undefined],
  ['달빛 우체국', '우체', 'word'],
  ['달빛 우체국', '우첵', 'wordHalfTyped'],
  ['달빛 우체국', '우체구', 'wordHalfTyped'],
  ['달빛 우체국', '우쳐', undefined],
  ['달빛 우체국', '욷', undefined],
  ['달빛 우체국', '체국', 'inside'],
  ['달빛 우체국', '체구', 'insideHalfTyped'],
  ['달빛 우체국', '달빛체', undefined],
  ['달빛 우체국', '우달', undefined],
  ['달빛', '달빛우체국', undefined],
  ['달빛 빛깔', '빛', 'word'],
  // By initial consonants.
  ['달빛 우체국', 'ㄷㅂ', 'prefixHalfTyped'],
  ['달빛 우체국', 'ㅇㅊ', 'wordHalfTyped'],
  ['달빛 우체국', 'ㅊㄱ', 'insideHalfTyped'],
  ['달빛 우체국', 'ㅂㅇ', 'insideHalfTyped'],
  ['달빛 우체국', '달ㅂ우', 'prefixHalfTyped'],
  ['달빛 우체국', '달ㄱ', undefined],
  ['달빛 우체국', 'ㄷ빗', undefined],
  ['달빛 우체국', 'ㄷㅇ', undefined],
  ['달빛', 'ㄷㅂㅇ', undefined],
  ['까치 3호', 'ㄱㅊㅅ', 'prefixHalfTyped'],
  ['까치 0호', 'ㄲㅊㅇㅎ', 'prefixHalfTyped'],
  ['까치 9호', 'ㄱㅊㄱ', 'prefixHalfTyped'],
  ['가치 9호', 'ㄲㅊㄱ', undefined],
  // Syllables become longer while they are typed.
  ['닭과 왕', '닭고', 'prefixHalfTyped'],
  ['닭과 왕', '달', 'prefixHalfTyped'],
  ['닭과 왕', '와', 'wordHalfTyped'],
  ['달고나', '닭', 'prefixHalfTyped'],
  ['달까지', '닭', undefined],
  ['궤도', '구', 'prefixHalfTyped'],
  ['의자', '으', 'prefixHalfTyped'],
  ['앉은 새', '안', 'prefixHalfTyped'],
  ['값', '갑', 'prefixHalfTyped'],
  ['넋', '넉', 'prefixHalfTyped'],
  ['힣', '힣', 'exact'],
  ['가', '힣', undefined],
] as const)('%s typed as %s is found: %s', (name, typed, rank) => {
  expect(rankOf(name, typed)).toBe(rank === undefined ? Infinity : RANK[rank]);
});

test('a match stays within a line, and names its own', () => {
  const names = ['달빛', '우체국', '달', '빛 우체국', ''];
  const found = (typed: string) => hitsOf(names, typed).map(({ owner, length }) => [owner, length]);
  expect(found('달빛')).toEqual([['달빛', 2]]);
  expect(found('빛우')).toEqual([['빛 우체국', 5]]);
  expect(found('우체국')).toEqual([
    ['우체국', 3],
    ['빛 우체국', 5],
  ]);
  expect(found('')).toEqual([]);
});

test('a match in one of 50,000 lines names that line', () => {
  const names = Array.from({ length: 50_000 }, (_, at) => `고래 ${at}호`);
  expect(hitsOf(names, '고래49999호')).toEqual([{ owner: '고래 49999호', line: 49_999, rank: RANK.exact, length: 9 }]);
  expect(hitsOf(names, '고래')).toHaveLength(50_000);
});

describe('spellings of one name', () => {
  test.each([
    ['달 & 별', '달 앤 별'],
    ['Moon and Star', 'Moon & Star'],
    ['별@집', '별a집'],
    ['a×b', 'axb'],
    ['JoJo’s', 'jojos'],
    ['√2', '루트2'],
    ['1/2', '12'],
    ['Café', 'cafe'],
    ['ＡＢＣ', 'abc'],
    ['화이널', '파이널'],
    ['힣', '힣'],
    ['쥬스', '주스'],
    ['왜가리', '외가리'],
    ['웨딩', '외딩'],
    ['훼밀리', '패밀리'],
  ])('%s and %s', (one, other) => {
    const whole = (name: string) => canonicalOf(name).replaceAll(' ', '');
    expect(whole(one)).toBe(whole(other));
  });

  test.each([
    ['줴로', '이로'],
    ['외딩', '잉딩'],
    ['괴물', '기물'],
    ['왜', '애'],
  ])('%s and %s are two', (one, other) => expect(canonicalOf(one)).not.toBe(canonicalOf(other)));

  test('lone letters stay, and letters of Jamo are put together', () => {
    expect(canonicalOf('ㄱㄴ 달')).toBe('ㄱㄴ 달');
    expect(canonicalOf('달빛')).toBe(canonicalOf('\u1103\u1161\u11af\u1107\u1175\u11be'));
  });
});

test.each([
  ['ekfqlc', '달빛'],
  ['EKFQLC', '달빛'],
  ['달빛', 'ekfqlc'],
  ['달빛x', undefined],
  ['가', undefined],
  ['123', undefined],
  ['moon 달', undefined],
  ['hos', undefined],
])('%s with the keyboard on the other language is %s', (typed, other) => {
  expect(otherLayoutOf(typed)).toBe(other);
});
