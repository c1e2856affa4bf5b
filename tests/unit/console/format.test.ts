import { expect, test } from 'vitest';
import { bytesText, countText, distanceText, periodText } from '#console/lib/format.ts';

test.each([
  [0, '방금', '방금'],
  [44, '방금', '곧'],
  [45, '1분 전', '1분 뒤'],
  [89, '1분 전', '1분 뒤'],
  [91, '2분 전', '2분 뒤'],
  [3599, '60분 전', '60분 뒤'],
  [3600, '1시간 전', '1시간 뒤'],
  [5400, '2시간 전', '2시간 뒤'],
  [86_399, '24시간 전', '24시간 뒤'],
  [86_400, '1일 전', '1일 뒤'],
  [172_800, '2일 전', '2일 뒤'],
  [129_600, '2일 전', '2일 뒤'],
])('%d seconds are %s, or %s', (seconds, before, after) => {
  const now = Date.parse('2026-11-28T12:00:00Z');
  const at = (ms: number) => distanceText(new Date(now + ms).toISOString(), now);
  expect([at(-seconds * 1000), at(seconds * 1000)]).toEqual([before, after]);
  // Rounded to whole seconds.
  expect([at(-seconds * 1000 - 400), at(seconds * 1000 + 400)]).toEqual([before, after]);
});

test('bytes have a unit that people read', () => {
  expect([0, 1, 1023, 1024, 1536, 99.9 * 1024, 100.6 * 1024].map(bytesText)).toEqual([
    ...['0 B', '1 B', '1023 B', '1.0 KB', '1.5 KB', '99.9 KB', '101 KB'],
  ]);
  expect([2 ** 20, 5 * 2 ** 30, 250 * 2 ** 30, 3 * 2 ** 50].map(bytesText)).toEqual([
    ...['1.0 MB', '5.0 GB', '250 GB', '3072 TB'],
  ]);
  expect([999, 1000, 1_234_567].map(countText)).toEqual(['999', '1,000', '1,234,567']);
});

test.each([
  [10, '10초마다'],
  [90, '90초마다'],
  [300, '5분마다'],
  [3600, '1시간마다'],
])('a period of %d seconds reads %s', (seconds, text) => {
  expect(periodText(seconds)).toBe(text);
});
