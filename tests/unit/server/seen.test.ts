import { expect, test } from 'vitest';
import { createSeen } from '#server/lib/seen.ts';

test('a number is seen from the second time on', () => {
  const isSeen = createSeen(64);
  expect([1, 2, 3].map(isSeen)).toEqual([false, false, false]);
  expect([3, 2, 1, 1].map(isSeen)).toEqual([true, true, true, true]);
});

test('any number is seen when it comes twice in a row', () => {
  const isSeen = createSeen(8);
  const ids = Array.from({ length: 500 }, (_, index) => index + 1);
  ids.push(2_147_483_646, 2_147_483_647);
  expect(ids.filter((id) => [isSeen(id), isSeen(id)].at(-1) !== true)).toEqual([]);
});

test('is forgotten when others take its slot', () => {
  const isSeen = createSeen(8);
  isSeen(1);
  for (let other = 2; other < 200; other += 1) isSeen(other);
  expect([isSeen(1), isSeen(1)]).toEqual([false, true]);
});

test.each([
  ['one after the other', (number: number) => number],
  ['of the first episodes of titles', (number: number) => number * 100 + 1],
  ['that are far apart', (number: number) => number * 100_000 + 7],
])('most numbers %s are remembered in four slots each', (_name, idOf) => {
  const isSeen = createSeen(4000);
  const ids = Array.from({ length: 1000 }, (_, number) => idOf(number + 1));
  ids.forEach(isSeen);
  expect(ids.filter(isSeen).length).toBeGreaterThan(600);
});
