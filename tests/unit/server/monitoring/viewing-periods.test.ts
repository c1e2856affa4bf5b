import { describe, expect, test } from 'vitest';
import { leftText } from '#console/pages/viewing/viewed-title.tsx';
import { lastMonth } from '#console/pages/viewing/viewed-titles.tsx';
import { countFrom, daysOf } from '#server/monitoring/viewing/fold.ts';
import { stepOf, stepsUntil } from '#server/monitoring/viewing/periods.ts';

const NOW = new Date('2026-11-28T16:00:00Z'); // The 29th in Korea, a Sunday.
const DAY_MS = 24 * 3600_000;

describe('the steps of a chart', () => {
  test('end with the one of today in Korea, and follow each other', () => {
    expect(stepsUntil(NOW, 'day').slice(-2)).toEqual(['2026-11-28', '2026-11-29']);
    expect(stepsUntil(NOW, 'week').slice(-2)).toEqual(['2026-11-16', '2026-11-23']);
    expect(stepsUntil(NOW, 'month').slice(-2)).toEqual(['2026-10-01', '2026-11-01']);
    expect(stepsUntil(NOW, 'month')[0]).toBe('2025-12-01');
  });

  test.each([
    ['2026-11-23', 'week', '2026-11-23'],
    ['2026-11-29', 'week', '2026-11-23'],
    ['2026-01-01', 'week', '2025-12-29'],
    ['2024-02-29', 'month', '2024-02-01'],
  ] as const)('%s is in the %s of %s', (day, step, first) => {
    expect(stepOf(day, step)).toBe(first);
  });
});

test('the sums are of whole days in Korea, and of as many before', () => {
  const { from, until, from_before: before } = daysOf('week', NOW);
  expect(until.toISOString()).toBe('2026-11-28T15:00:00.000Z');
  expect(until.getTime() - from.getTime()).toBe(7 * DAY_MS);
  expect(from.getTime() - before.getTime()).toBe(7 * DAY_MS);
});

describe('a run counts', () => {
  const from = (lastMs: number | null) => new Date(countFrom(NOW.getTime(), lastMs)).toISOString();

  test('all days of the play logs that are kept, the first time', () => {
    expect(from(null)).toBe('2026-08-31T15:00:00.000Z');
  });
  test('the day before as well while its playbacks still grow', () => {
    expect(from(NOW.getTime() - 600_000)).toBe('2026-11-27T15:00:00.000Z');
  });
  test('periods begin from now on when a clock was ahead', () => {
    expect(from(NOW.getTime() + 90 * DAY_MS)).toBe('2026-11-27T15:00:00.000Z');
  });
  test('no more than the play logs that are kept, after a long pause', () => {
    expect(from(0)).toBe('2026-08-31T15:00:00.000Z');
  });
});

test('says in which tenth most leave, and nothing when nobody does', () => {
  expect(leftText([0, 3, 1, 0, 0, 0, 0, 0, 0, 0])).toBe('10~20% 사이가 가장 많아요 (75%)');
  expect(leftText(Array.from({ length: 10 }, () => 0))).toBe('');
});

test('the last whole month begins with the year before in January', () => {
  expect(lastMonth(Date.parse('2026-11-30T16:00:00Z'))).toBe('2026-11');
  expect(lastMonth(Date.parse('2026-01-15T00:00:00Z'))).toBe('2025-12');
});
