import { describe, expect, test } from 'vitest';
import { canonicalOf } from '#server/catalogue/search/canonical.ts';
import { nameOf, RANK, rankOf, typedOf } from '#server/catalogue/search/ranks.ts';
import { otherLayoutOf } from '#server/catalogue/search/readings.ts';

test.each([
  ['달빛 우체국', '달빛우체국', 'exact'],
  ['달빛 우체국', '달빛', 'prefix'],
  ['달빛 우체국', '달비', 'prefixHalfTyped'],
  ['달빛 우체국', '달빛우쳌', undefined],
  ['달빛 우체국', '우체', 'word'],
  ['달빛 우체국', '우첵', 'wordHalfTyped'],
  ['달빛 우체국', '우쳐', undefined],
  ['달빛 우체국', '욷', undefined],
  ['달빛 우체국', '체국', 'inside'],
  ['달빛 우체국', '체구', 'insideHalfTyped'],
  ['달빛 우체국', '우체구', 'wordHalfTyped'],
  ['달빛 우체국', 'ㄷㅂ', 'initialPrefix'],
  ['달빛 우체국', 'ㅇㅊ', 'word'],
  ['달빛 우체국', 'ㅊㄱ', 'inside'],
  ['달빛 우체국', '달ㅂ', 'prefixHalfTyped'],
  ['달빛 우체국', '달ㄱ', undefined],
  ['달빛 우체국', 'ㄷ빗', undefined],
  ['까치 3호', 'ㄱㅊㅅ', 'initialPrefix'],
  ['까치 0호', 'ㄲㅊㅇㅎ', 'initialPrefix'],
  ['까치 9호', 'ㄱㅊㄱ', 'initialPrefix'],
  ['달빛', '달빛우체국', undefined],
] as const)('%s typed as %s is found: %s', (name, typed, rank) => {
  expect(rankOf(nameOf(name), typedOf(typed))).toBe(rank === undefined ? Infinity : RANK[rank]);
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
  ])('%s and %s', (one, other) => {
    const whole = (name: string) => canonicalOf(name).replaceAll(' ', '');
    expect(whole(one)).toBe(whole(other));
  });

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
