import { expect, test } from 'vitest';
import { createSeen } from '#server/lib/seen.ts';

test('a number is seen from the second time on', () => {
  const isSeen = createSeen(8);
  expect([1, 2, 3].map(isSeen)).toEqual([false, false, false]);
  expect([3, 2, 1, 1].map(isSeen)).toEqual([true, true, true, true]);
});

test('is forgotten when another number takes its slot', () => {
  const isSeen = createSeen(8);
  expect([1, 9, 1, 1].map(isSeen)).toEqual([false, false, false, true]);
});
