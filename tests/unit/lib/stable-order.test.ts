import { expect, test } from 'vitest';
import { stableOrder } from '#src/lib/stable-order.ts';

const order = (known: string[], now: string[]) => stableOrder(known, now, (thing) => thing);

test('known entries keep their order, new ones follow, and missing ones are removed', () => {
  expect(order(['a', 'b', 'c'], ['new', 'c', 'a', 'newer'])).toEqual(['a', 'c', 'new', 'newer']);
});

test('a list in the right order is returned unchanged', () => {
  const now = ['a', 'b'];
  expect(order(['a', 'b', 'c'], now)).toBe(now);
  expect(order([], now)).toBe(now);
});
