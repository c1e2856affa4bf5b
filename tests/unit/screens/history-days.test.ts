import { expect, test } from 'vitest';
import type { HistoryEntry } from '#contract/history.ts';
import { dayLabel, daysOf } from '#src/screens/library/history-days.ts';
import { buildEpisode, buildItemSummary } from '#tests/support/build.ts';

/** Half past eight in the morning of 1 January in Korea; still 31 December in UTC. */
const NOW = Date.parse('2025-12-31T23:30:00Z');

const entry = (date: string, order: number): HistoryEntry => ({
  date,
  item: buildItemSummary(),
  episode: buildEpisode({ order }),
  offset: 0,
  play_time: 60,
  updated_at: `${date}T03:00:00Z`,
});

test.each([
  ['2026-01-01', '오늘'],
  ['2025-12-31', '어제'],
  ['2025-12-30', '2025년 12월 30일'],
])('a day of the history, %s, is called %s', (date, label) => {
  expect(dayLabel(date, NOW)).toBe(label);
});

test('a day of this year has its weekday', () => {
  expect(dayLabel('2026-11-20', Date.parse('2026-11-24T00:00:00Z'))).toBe('11월 20일 금요일');
});

test('the history is grouped by day, the newest first, with the ordinal of the first entry', () => {
  const late = { ...entry('2026-01-02', 3), updated_at: '2026-01-02T04:00:00Z' };
  const days = daysOf([entry('2026-01-02', 2), entry('2026-01-01', 1), late]);
  expect(days.map(({ date, entries, first }) => [date, entries.map(({ episode }) => episode.order), first])).toEqual([
    ['2026-01-02', [3, 2], 0],
    ['2026-01-01', [1], 2],
  ]);
});
