import { describe, expect, test } from 'vitest';
import { learn } from '#server/catalogue/learning/learn.ts';
import {
  addAccount,
  createWatchedTogether,
  MOST_TITLES_OF_PROFILE,
} from '#server/catalogue/learning/watched-together.ts';
import { startOf } from '#server/catalogue/learning/packed-matrix.ts';

const learnFrom = (size: number, accounts: readonly (readonly (readonly number[])[])[]) => {
  const together = createWatchedTogether(size);
  for (const profiles of accounts) addAccount(together, profiles);
  return learn(together);
};
const times = (count: number, titles: readonly number[]) => Array.from({ length: count }, () => [titles]);

describe('what is watched together', () => {
  test('leads from each of the titles to the other, by the score', () => {
    const learnt = learnFrom(4, [...times(30, [0, 1]), ...times(10, [0, 2]), ...times(30, [3])]);
    expect(learnt.get(0)?.ids).toEqual([1, 2]);
    const [ofOne, ofTwo] = learnt.get(0)!.scores;
    expect(ofOne).toBeGreaterThan(ofTwo!);
    expect(learnt.get(1)?.ids).toEqual([0]);
    expect(learnt.has(3)).toBe(false);
  });

  test('titles that fewer than five accounts watch together are not learnt', () => {
    expect(learnFrom(2, times(4, [0, 1])).size).toBe(0);
    expect(learnFrom(2, times(5, [0, 1])).get(0)?.ids).toEqual([1]);
  });

  test('the five profiles of one account count as that one account', () => {
    const household = Array.from({ length: 5 }, () => [0, 1]);
    expect(learnFrom(2, [household]).size).toBe(0);
    expect(learnFrom(2, [household, ...times(4, [0, 1])]).get(0)?.ids).toEqual([1]);
  });

  test('a title with nine tenths of all plays does not come first for every other title', () => {
    // Title 0 is watched by everybody; 1 and 2 belong together.
    const learnt = learnFrom(3, [...times(8_000, [0]), ...times(400, [0, 1, 2])]);
    const { ids } = learnt.get(1)!;
    expect(ids[0]).toBe(2);
  });
});

describe('one account', () => {
  test('an account that watches a title again and again counts once', () => {
    const together = createWatchedTogether(2);
    addAccount(together, [[0, 1, 0, 1, 1]]);
    expect([...together.weights]).toEqual([1, 1, 1]);
    expect([...together.profiles]).toEqual([1, 1]);
  });

  test('an account that watches everything counts no more titles than others can, and each pair less', () => {
    const size = 1_000;
    const together = createWatchedTogether(size);
    addAccount(together, [Array.from({ length: size }, (_, title) => title)]);
    const total = Array.from({ length: size }, (_, title) => together.weights[startOf(title) + title]!);
    expect(total.filter((weight) => weight > 0)).toHaveLength(MOST_TITLES_OF_PROFILE);
    expect(total.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(100);
  });

  test('cannot push a title among those of many others', () => {
    const many = times(50, [0, 1]);
    const before = learnFrom(300, many).get(0);
    const pushing = [Array.from({ length: 300 }, (_, title) => title)];
    expect(learnFrom(300, [...many, pushing]).get(0)?.ids).toEqual(before?.ids);
  });
});
