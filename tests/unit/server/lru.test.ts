import { expect, test } from 'vitest';
import { createLru } from '#server/lib/lru.ts';

test('evicts what was not used for longest', () => {
  const cache = createLru<string, number>(2);
  cache.set('a', 1);
  cache.set('b', 2);
  expect(cache.get('a')).toBe(1);
  cache.set('c', 3);
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
});

test('a key that is set again takes no second place', () => {
  const cache = createLru<string, number>(2);
  cache.set('a', 1);
  cache.set('a', 2);
  cache.set('b', 3);
  expect([cache.get('a'), cache.get('b')]).toEqual([2, 3]);
  cache.delete('a');
  expect(cache.get('a')).toBeUndefined();
});
