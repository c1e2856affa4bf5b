import { expect, test } from 'vitest';
import { bytesText, distanceText, fromFieldTime, periodText, timeText, toFieldTime } from '#console/lib/format.ts';

test('times are those of Korea, wherever the operator is', () => {
  expect(timeText('2026-11-28T14:00:00Z')).toBe('2026-11-28 (토) 23:00');
  expect(timeText('2026-11-28T15:05:00Z')).toBe('2026-11-29 (일) 00:05');
  expect(toFieldTime('2026-11-28T15:05:00Z')).toBe('2026-11-29T00:05');
  expect(fromFieldTime('2026-11-29T00:05')).toBe('2026-11-28T15:05:00.000Z');
});

test('a distance names its direction', () => {
  const now = Date.parse('2026-11-28T12:00:00Z');
  const at = (seconds: number) => distanceText(new Date(now + seconds * 1000).toISOString(), now);
  expect([-10, -180, -7200, -172_800].map(at)).toEqual(['방금', '3분 전', '2시간 전', '2일 전']);
  expect([10, 180, 7200, 172_800].map(at)).toEqual(['곧', '3분 뒤', '2시간 뒤', '2일 뒤']);
});

test('bytes have a unit that people read', () => {
  expect([0, 900, 1536, 5 * 2 ** 30, 250 * 2 ** 30].map(bytesText)).toEqual([
    ...['0 B', '900 B', '1.5 KB', '5.0 GB', '250 GB'],
  ]);
});

test.each([
  [10, '10초마다'],
  [90, '90초마다'],
  [300, '5분마다'],
  [3600, '1시간마다'],
])('a period of %d seconds reads %s', (seconds, text) => {
  expect(periodText(seconds)).toBe(text);
});
