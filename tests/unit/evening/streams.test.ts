import { describe, expect, test } from 'vitest';
import { findExcess } from '#tests/evening/rules/streams.ts';

/** Pieces of video of a play log, every four seconds. */
const served = (playLogId: string, fromSecond: number, untilSecond: number) => {
  const servings = [];
  for (let second = fromSecond; second <= untilSecond; second += 4)
    servings.push({ accountId: 'account', playLogId, atMs: second * 1_000 });
  return servings;
};

describe('sets that play at once', () => {
  test('are fine within the limit, also one after the other', () => {
    expect(findExcess([...served('a', 0, 40), ...served('b', 40, 80)], 1)).toEqual([]);
    expect(findExcess([...served('a', 0, 80), ...served('b', 0, 80)], 2)).toEqual([]);
  });

  test('are fine when one of them got a single piece', () => {
    expect(findExcess([...served('a', 0, 0), ...served('b', 20, 80)], 1)).toEqual([]);
  });

  test('may be one too many for ten seconds, while the servers notice', () => {
    expect(findExcess([...served('a', 0, 48), ...served('b', 40, 80)], 1)).toEqual([]);
  });

  test('are reported when they are too many for longer', () => {
    expect(findExcess([...served('a', 0, 60), ...served('b', 40, 80)], 1)).toEqual([
      { fromMs: 40_000, untilMs: 60_000, playLogIds: ['a', 'b'] },
    ]);
    expect(findExcess([...served('a', 0, 80), ...served('b', 0, 80), ...served('c', 20, 60)], 2)).toHaveLength(1);
  });

  test('do not play during a pause', () => {
    const paused = [...served('a', 0, 20), ...served('a', 100, 100)];
    expect(findExcess([...paused, ...served('b', 20, 100)], 1)).toEqual([]);
  });

  test('are reported when they are too many for longer after a pause', () => {
    const resumed = [...served('a', 0, 20), ...served('a', 60, 80)];
    expect(findExcess([...resumed, ...served('b', 20, 100)], 1)).toEqual([
      { fromMs: 60_000, untilMs: 80_000, playLogIds: ['b', 'a'] },
    ]);
  });
});
