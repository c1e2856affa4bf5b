import { expect, test } from 'vitest';
import { createLoaders } from '#server/db/loader.ts';

const ON_ONE_MACHINE = { atOnce: 1, isByAccount: false };

/** Answers each key with the number of reads so far. */
function counting() {
  const asked: string[][] = [];
  const load = createLoaders(ON_ONE_MACHINE)({
    keyOf: (key: string) => key,
    accountOf: null,
    read: (keys) => {
      asked.push(keys);
      return Promise.resolve(keys.map((key) => `${key}${asked.length}`));
    },
  });
  return { load, asked };
}

test('concurrent calls share one statement with distinct keys', async () => {
  const { load, asked } = counting();
  expect(await Promise.all([load(['a', 'b']), load(['b']), load([])])).toEqual([['a1', 'b1'], ['b1'], []]);
  expect(asked).toEqual([['a', 'b']]);
});

test('nothing is cached: a later call reads again', async () => {
  const { load } = counting();
  expect(await load(['a'])).toEqual(['a1']);
  expect(await load(['a'])).toEqual(['a2']);
});

test('a call without keys reads nothing', async () => {
  const { load, asked } = counting();
  expect(await load([])).toEqual([]);
  expect(asked).toEqual([]);
});

test.each([
  ['spread over machines', true, [['a1', 'a2'], ['b1']]],
  ['on one machine', false, [['a1', 'b1', 'a2']]],
])('keys of several accounts share statements by the account where accounts are %s', async (_, isByAccount, asked) => {
  const statements: string[][] = [];
  const load = createLoaders({ atOnce: 2, isByAccount })({
    keyOf: (key: string) => key,
    read: (keys) => {
      statements.push(keys);
      return Promise.resolve(keys.map((key) => key.toUpperCase()));
    },
    accountOf: ([account]) => account!,
  });
  expect(await Promise.all([load(['a1']), load(['b1']), load(['a2'])])).toEqual([['A1'], ['B1'], ['A2']]);
  expect(statements).toEqual(asked);
});
