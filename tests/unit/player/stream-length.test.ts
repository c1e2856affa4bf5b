import { describe, expect, test } from 'vitest';
import { createStreamLength } from '#src/player/stream-length.ts';

function lengthOf(...told: readonly number[]) {
  const length = createStreamLength();
  const shown = told.map((seconds) => length.lengthens(seconds));
  return { ...length, shown };
}

describe('the end of a stream', () => {
  test.each([
    ['at the end', [1_440], 1_440, true],
    ['a moment before it, as containers differ', [1_440, 1_439.2], 1_439.2, true],
    ['beyond it', [1_440, 1_441.5], 1_441.5, true],
    ['early, in a shortened video', [75, 8], 8, false],
    ['early, in a video of the old length', [90], 50.1, false],
    ['in the window of the countdown', [90, 84], 84, false],
    ['at the end of a video that grew', [30, 90], 30, false],
    ['where the element stands, in a shortened video', [75, 8], undefined, false],
    ['where the element stands', [75, 74.5], undefined, true],
    ['before any length is known', [], 12, true],
  ] as const)('a stop %s counts as the end of the stream or not', (_name, told, at, isEnd) =>
    expect(lengthOf(...told).isEnd(at)).toBe(isEnd),
  );

  test('a length that shrinks in small steps does not lead to an early end', () => {
    const length = lengthOf(...Array.from({ length: 40 }, (_each, step) => 90 - 2 * step));
    expect(length.isEnd(12)).toBe(false);
    expect(Math.min(...length.shown)).toBeGreaterThan(86);
  });
});

test('the shown length follows corrections and growth, not missing data', () => {
  expect(lengthOf(1_440, 1_439.6, 1_442, 300, 1_442).shown).toEqual([1_440, 1_439.6, 1_442, 1_442, 1_442]);
});

test.each([
  ['a hair', 10, 10.2, true],
  ['a missing segment', 24, 30, true],
  ['half of the video', 24, 60, false],
  ['the rest', 84, 89.9, false],
  ['the last frames', 88.5, 89.9, true],
] as const)('a hole of %s is bearable or not', (_name, fromSeconds, toSeconds, isBearable) => {
  expect(lengthOf(90).isBearable({ fromSeconds, toSeconds })).toBe(isBearable);
});
