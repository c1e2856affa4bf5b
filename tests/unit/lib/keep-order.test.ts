import { expect, test } from 'vitest';
import { keepOrder } from '#src/lib/keep-order.ts';

const order = (known: string[], now: string[]) => keepOrder(known, now, (thing) => thing);

test('what was known stays in its order, what is new comes behind, what is gone is gone', () => {
  expect(order(['a', 'b', 'c'], ['new', 'c', 'a', 'newer'])).toEqual(['a', 'c', 'new', 'newer']);
});

test('what stands in its order already is the same list', () => {
  const now = ['a', 'b'];
  expect(order(['a', 'b', 'c'], now)).toBe(now);
  expect(order([], now)).toBe(now);
});
