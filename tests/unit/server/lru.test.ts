import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
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

test('evicts by size, as many as it takes', () => {
  const cache = createLru<string, string>(5, (text) => text.length);
  for (const text of ['aa', 'bb', 'c']) cache.set(text, text);
  cache.set('dddd', 'dddd');
  expect(['aa', 'bb', 'c', 'dddd'].map((key) => cache.get(key))).toEqual([undefined, undefined, 'c', 'dddd']);
  cache.set('dddd', 'd');
  cache.set('eee', 'eee');
  expect(['c', 'dddd', 'eee'].map((key) => cache.get(key))).toEqual(['c', 'd', 'eee']);
  cache.clear();
  cache.set('fffff', 'fffff');
  expect(cache.get('fffff')).toBe('fffff');
  cache.set('longer than all', 'longer than all');
  expect([cache.get('fffff'), cache.get('longer than all')]).toEqual([undefined, undefined]);
});

test('evicts in the order of use, whatever was removed before', () => {
  const cache = createLru<number, number>(3);
  let order: number[] = [];
  let seed = 1;
  for (let step = 0; step < 5_000; step += 1) {
    seed = (seed * 48_271) % 2_147_483_647;
    const [key, what] = [seed % 7, Math.floor(seed / 7) % 20];
    if (what === 0) {
      cache.clear();
      order = [];
    } else if (what < 4) {
      cache.delete(key);
      order = order.filter((one) => one !== key);
    } else if (what < 10) {
      cache.set(key, key);
      order = [...order.filter((one) => one !== key), key].slice(-3);
    } else {
      expect(cache.get(key)).toBe(order.includes(key) ? key : undefined);
      if (order.includes(key)) order = [...order.filter((one) => one !== key), key];
    }
  }
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

test('keeps in memory nothing that it has dropped, although it evicts nothing', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const cache = createLru<number, object>(1_000);
  const dropped: WeakRef<object>[] = [];
  for (let round = 0; round < 20; round += 1) {
    for (let key = 0; key < 100; key += 1) {
      const value = { round };
      dropped.push(new WeakRef(value));
      cache.set(key, value);
    }
    for (let hit = 0; hit < 500; hit += 1) cache.get(hit % 100);
  }
  cache.clear();
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  // A variable of the loop may still keep the last one.
  expect(dropped.filter((one) => one.deref() !== undefined).length).toBeLessThanOrEqual(1);
});
