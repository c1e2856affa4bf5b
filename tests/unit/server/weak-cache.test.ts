import { expect, test } from 'vitest';
import { createWeakCache } from '#server/lib/weak-cache.ts';

const objects = (count: number) => Array.from({ length: count }, (_, id) => ({ id }));

test('remembers the last objects, and those that are asked for again', () => {
  const cache = createWeakCache<object, number>(3);
  const [first, second, ...others] = objects(8);
  cache.set(first!, 1);
  cache.set(second!, 2);
  for (const other of others) {
    cache.set(other, other.id);
    expect(cache.get(first!)).toBe(1);
  }
  expect(cache.get(second!)).toBeUndefined();
  expect(cache.get(others.at(-1)!)).toBe(7);
});

test('counts an object once, and returns its last value', () => {
  const cache = createWeakCache<object, number>(2);
  const [first, second] = objects(2);
  cache.set(first!, 0);
  for (const value of [1, 2, 3, 4, 5]) cache.set(second!, value);
  expect([cache.get(first!), cache.get(second!)]).toEqual([0, 5]);
});
