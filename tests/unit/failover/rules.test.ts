import { expect, test } from 'vitest';
import { kindOf, longestGapMs } from '#tests/failover/rules.ts';

test('five rounds cover all kinds of failover', () => {
  expect(new Set([0, 1, 2, 3, 4].map(kindOf))).toEqual(new Set(['kill', 'cut-off', 'switchover', 'freeze', 'crash']));
  expect(kindOf(5)).toBe(kindOf(0));
});

test('the longest time between two acknowledged writes begins with the fault at the earliest', () => {
  expect(longestGapMs([0, 50_000, 50_100, 50_300], 50_050)).toBe(200);
  expect(longestGapMs([0, 100, 25_000, 25_100], 90)).toBe(24_900);
  expect(longestGapMs([0, 100], 200)).toBe(0);
});
