import { expect, test } from 'vitest';
import { readDay, readTime } from '#console/lib/typed-times.ts';
import { processorMs } from '#tests/support/processor-time.ts';

test.each([
  ['2026-11-28 18:44', '2026-11-28T18:44'],
  ['2026-11-28T18:44', '2026-11-28T18:44'],
  [' 2026-1-2 3:04 ', '2026-01-02T03:04'],
  ['2026-11-28 (토) 18:44', '2026-11-28T18:44'],
  ['2026. 11. 28. 오후 6:44', '2026-11-28T18:44'],
  ['2026년 11월 28일 오전 12시 5분', '2026-11-28T00:05'],
  ['2026.11.28 오후 12:00', '2026-11-28T12:00'],
  ['2026-11-28', '2026-11-28T00:00'],
  ['2028-02-29 00:00', '2028-02-29T00:00'],
])('%s is a time', (text, time) => expect(readTime(text)).toBe(time));

test.each([
  '',
  '내일',
  '2026-11',
  '26-11-28 18:44',
  '2026-13-01 00:00',
  '2026-02-29 00:00',
  '2026-11-28 24:00',
  '2026-11-28 18:60',
  '2026-11-28 18',
  '2026-11-28 오후 13:00',
  '2026-11-28 18:44:10',
  '12026-11-28',
])('%s is no time', (text) => expect(readTime(text)).toBe(null));

test('a day has no time', () => {
  expect(readDay('2026. 11. 28.')).toBe('2026-11-28');
  expect(readDay('2026-11-31')).toBe(null);
  expect(readDay('2026-11-28 18:44')).toBe(null);
});

test('a long text is read in time that grows with its length', () => {
  const text = `2026${' -'.repeat(200_000)}`;
  expect(processorMs(() => expect(readTime(text)).toBe(null))).toBeLessThan(1000);
});
