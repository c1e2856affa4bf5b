import { expect, test } from 'vitest';
import { createRecentSet } from '#src/lib/recent-set.ts';

test('the set drops the oldest entry beyond its capacity', () => {
  const set = createRecentSet<string>(2);
  ['a', 'b', 'a', 'c'].forEach(set.add);
  expect(['a', 'b', 'c'].filter(set.has)).toEqual(['a', 'c']);
});
