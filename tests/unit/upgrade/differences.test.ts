import { expect, test } from 'vitest';
import { differencesOf, without } from '#tests/upgrade/differences.ts';

test('a newer answer may say more, but must say what the earlier one said', () => {
  expect(differencesOf({ name: '달', tags: ['a'] }, { name: '달', tags: ['a'], more: 1 })).toEqual([]);
  expect(differencesOf({ name: '달', score: 4 }, { name: '별' })).toEqual([
    '.name: "달" became "별"',
    '.score: 4 became undefined',
  ]);
  expect(differencesOf({ a: { b: 1 } }, { a: null })).toEqual(['.a: is missing']);
  expect(differencesOf({ a: null }, { a: 1 })).toEqual(['.a: null became 1']);
});

test('an order that nobody has paid ends by itself, and comes back by nothing', () => {
  expect(differencesOf({ status: 'pending' }, { status: 'expired' })).toEqual([]);
  expect(differencesOf({ status: 'expired' }, { status: 'pending' })).toHaveLength(1);
});

test('elements of a list are found by what they are known by, wherever they are', () => {
  const [one, two] = [
    { id: 1, name: 'a' },
    { id: 2, name: 'b' },
  ];
  expect(differencesOf([one, two], [two, { id: 3 }, one])).toEqual([]);
  expect(differencesOf([one, two], [{ ...two, name: 'c' }])).toEqual(['[1]: is missing', '[2].name: "b" became "c"']);
});

test('lists of plain values keep their order and their length', () => {
  expect(differencesOf(['a', 'b'], ['a', 'b', 'c'])).toEqual([': 2 became 3']);
  expect(differencesOf(['a', 'b'], ['b', 'a'])).toHaveLength(2);
});

test('addresses are equal when they lead to the same file', () => {
  const of = (text: string) => `http://127.0.0.1:${text}`;
  expect(differencesOf({ url: of('1/media/x/poster.webp?t=1') }, { url: of('2/media/y/poster.webp?t=2') })).toEqual([]);
  expect(differencesOf({ url: of('1/poster.webp') }, { url: of('1/wide.webp') })).toHaveLength(1);
});

test('what differs between two answers of one version is no difference', () => {
  expect(without(['.at: 1 became 3', '.name: 1 became 2'], ['.at: 1 became 2'])).toEqual(['.name: 1 became 2']);
});
