import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAloud, withoutSeasons, withPlainNumbers } from '#server/catalogue/search/numbers.ts';
import { plainLatin } from '#server/catalogue/search/romaji.ts';
import { countSlips, mostSlips } from '#server/catalogue/search/slips.ts';

/** Slips between two texts, without a limit and without sharing: the definition. */
function slipsBetween(one: string, other: string): number {
  const costs = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (__, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  for (let row = 1; row <= one.length; row += 1)
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      costs[row]![column] = Math.min(
        costs[row - 1]![column - 1]! + (isSame ? 0 : 1),
        costs[row - 1]![column]! + 1,
        costs[row]![column - 1]! + 1,
        ...(isSwapped ? [costs[row - 2]![column - 2]! + 1] : []),
      );
    }
  return costs[one.length]![other.length]!;
}

describe('slips', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 });
  const upTo = (slips: number, most: number) => Math.min(slips, most + 1);

  test('are the fewest changes of letters, between the typed text and the name or a beginning of it', () => {
    fc.assert(
      fc.property(
        word,
        word,
        fc.string({ maxLength: 3 }),
        fc.integer({ min: 1, max: 3 }),
        (typed, name, before, most) => {
          const { whole, start } = countSlips(typed, before + name, before.length, most);
          const beginnings = Array.from({ length: name.length + 1 }, (_, end) =>
            slipsBetween(typed, name.slice(0, end)),
          );
          expect(upTo(whole, most)).toBe(upTo(slipsBetween(typed, name), most));
          expect(upTo(start, most)).toBe(upTo(Math.min(...beginnings), most));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['one letter of a syllable', '달빛', '달빗', 1],
    ['two letters of a syllable', '달빛', '달봇', 2],
    ['a syllable for a Latin letter', '달a', '달빛', 2],
    ['another digit', '달1', '달2', 3],
    ['another first digit', '달1', '달0', 3],
    ['a missing digit', '달빛', '달빛0', 3],
    ['another season', '달§2', '달22', 3],
  ])('count %s', (_, typed, name, slips) => {
    expect(Math.min(3, countSlips(typed, name, 0, 2).whole)).toBe(slips);
  });

  test.each([
    ['가', 0],
    ['가나', 1],
    ['가나다라마바사', 1],
    ['가나다라마바사아', 2],
    ['abc', 0],
    ['abcd', 1],
    ['abcdefghijklmn', 2],
    ['abcdefghijklmno', 3],
  ])('are allowed by length: %s', (typed, most) => {
    expect(mostSlips(typed)).toBe(most);
  });
});

describe('numbers of a name', () => {
  test.each([
    ['3분의 1', '13'],
    ['3 분의1', '13'],
    ['세 번째 달', '3번째 달'],
    ['첫째 달', '1번째 달'],
    ['3 번 째 달', '3번째 달'],
    ['두 사람', '2사람'],
    ['first season', '§1'],
    ['달빛 2nd season', '달빛 §2'],
    ['2번째 시즌', '§2'],
    ['달빛 12번째이야기', '달빛 §12'],
    ['시즌 2 달빛', '§2 달빛'],
    ['달빛 시즌 이', '달빛 §2'],
    ['달빛 파트삼', '달빛 §3'],
    ['s2', '§2'],
    ['달빛 part 12', '달빛 §12'],
    ['달빛 제2기', '달빛 §2'],
    ['달빛 제 2 부', '달빛 §2'],
    ['달빛 이기', '달빛 §2'],
    ['달빛 ii 별빛 iii', '달빛 §2 별빛 §3'],
    ['twelve moons', '12 moons'],
    ['달빛12', '달빛 §12'],
    ['달빛 07', '달빛 §7'],
    ['달빛 20', '달빛 §20'],
    ['달빛 21', '달빛 21'],
  ])('%s is %s', (name, plain) => {
    expect(withPlainNumbers(name)).toBe(plain);
  });

  test.each([
    ['달빛 §12 이야기', '달빛 이야기'],
    ['달빛 §2', '달빛'],
    ['§12', '§12'],
    ['달빛', '달빛'],
  ])('%s without its season is %s', (name, rest) => {
    expect(withoutSeasons(name)).toBe(rest);
  });

  test.each([
    ['12345', ['만이천삼백사십오', '일이삼사오']],
    ['230001호', ['이십삼만일호', '이삼영영영일호']],
    ['6월', ['유월', '육월', '여섯월']],
    ['1010', ['천십', '일영일영']],
    ['12살', ['십이살', '일이살', '열두살']],
    ['달빛', []],
  ])('%s is read aloud as %j', (text, read) => {
    expect(readAloud(text)).toEqual(read);
  });
});

test.each([
  ['shoujo', 'syojo'],
  ['shizen', 'sizen'],
  ['chuuka', 'tyuka'],
  ['chibi', 'tibi'],
  ['juugo', 'zyugo'],
  ['jidai', 'zidai'],
  ['tsuki', 'tuki'],
  ['kaze wo', 'kaze o'],
  ['shimbun', 'sinbun'],
  ['kitte', 'kite'],
  ['toukyou', 'tokyo'],
  ['sensei', 'sense'],
  ['fuji', 'huzi'],
])('%s and %s are one word', (one, other) => {
  expect(plainLatin(one)).toBe(plainLatin(other));
});

test.each([
  ['kita', 'kida'],
  ['kaze wo', 'kaze a'],
  ['shimbun', 'simun'],
])('%s and %s are two', (one, other) => {
  expect(plainLatin(one)).not.toBe(plainLatin(other));
});
