import { expect, test } from 'vitest';
import { firstSorted } from '#server/lib/first-sorted.ts';

test('gives the same as sorting everything', () => {
  let seed = 1;
  const next = () => (seed = (seed * 48_271) % 2_147_483_647);
  for (const length of [0, 1, 5, 200])
    for (const count of [0, 1, 5, 20, 300]) {
      const all = Array.from({ length }, () => ({ key: next() % 50, name: next() }));
      const byKey = (one: { key: number }, other: { key: number }) => one.key - other.key;
      expect(firstSorted(all, byKey, count)).toEqual([...all].sort(byKey).slice(0, count));
    }
});
