import { describe, expect, test } from 'vitest';
import type { WeekTitle } from '#contract/week.ts';
import { koreanDay } from '#src/lib/korean-day.ts';
import {
  countdownLabel,
  drawnRows,
  entryLine,
  firstEntry,
  isVisible,
  nextToCome,
  scrollTo,
  viewOf,
  weekAround,
  type WeekDay,
} from '#src/screens/weekday/week.ts';
import { buildItemSummary } from '#tests/support/build.ts';

/** Saturday, 21:00 in Korea. */
const NOW = Date.parse('2026-11-28T12:00:00Z');
const TODAY = koreanDay(NOW);
const HOUR_MS = 3600_000;

interface Spec {
  readonly id: number;
  readonly weekday?: number;
  /** Hours from now. */
  readonly out?: number;
  readonly next?: number;
  readonly isFollowed?: boolean;
  readonly isDelayed?: boolean;
}

const instant = (hours: number) => new Date(NOW + hours * HOUR_MS).toISOString();
const buildTitle = ({ id, weekday = 6, out, next, isFollowed = false, isDelayed = false }: Spec): WeekTitle => ({
  item: buildItemSummary({
    id,
    ...(next === undefined
      ? {}
      : { next_release: { episode_num: '9화', at: instant(next), is_delayed: isDelayed, notice: null } }),
  }),
  weekday,
  latest: out === undefined ? null : { episode_num: '8화', published_at: instant(out) },
  is_followed: isFollowed,
});
const week = (...specs: Spec[]) => weekAround(specs.map(buildTitle), TODAY, NOW);
const idsOf = (day: WeekDay | undefined) => day?.entries.map(({ title }) => title.item.id);

describe('the week around today', () => {
  test('has three days before and after today, by the Korean date', () => {
    expect(week().map(({ weekday, date }) => [weekday, date])).toEqual([
      [3, 25],
      [4, 26],
      [5, 27],
      [6, 28],
      [0, 29],
      [1, 30],
      [2, 1],
    ]);
    expect(week().map(({ isToday }) => isToday)).toEqual([false, false, false, true, false, false, false]);
  });

  test('orders a day by the hours of its episodes, and puts titles without one last', () => {
    const days = week({ id: 1 }, { id: 2, next: 2 }, { id: 3, out: -3 }, { id: 4, next: 1 });
    expect(idsOf(days[3])).toEqual([3, 4, 2, 1]);
    expect(days[3]?.entries.map(entryLine)).toEqual(['18:00 · 8화', '22:00 · 9화', '23:00 · 9화', '']);
  });

  test('puts what the viewer follows first in its hour', () => {
    expect(idsOf(week({ id: 1, next: 1 }, { id: 2, next: 1, isFollowed: true })[3])).toEqual([2, 1]);
  });

  test('shows a title on the day of its episode, even if that is not its weekday', () => {
    const days = week({ id: 1, weekday: 6, next: 26, isDelayed: true });
    expect(idsOf(days[3])).toEqual([]);
    expect(idsOf(days[4])).toEqual([1]);
    expect(entryLine(days[4]!.entries[0]!)).toBe('23:00 · 9화 연기');
  });

  test('shows a title on both days of its episodes, under different keys, and once on a day with two', () => {
    const days = week({ id: 1, out: -48, next: 48 }, { id: 2, out: -1, next: 1 });
    expect(days.map(idsOf)).toEqual([[], [1], [], [2], [], [1], []]);
    const keys = days.flatMap(({ entries }) => entries.map(({ key }) => key));
    expect(new Set(keys).size).toBe(keys.length);
    expect(days[3]?.entries[0]?.kind).toBe('next');
  });

  test('shows a title without an episode in these days on its weekday, with what is known', () => {
    const days = week(
      { id: 1, weekday: 1, out: -30 * 24 },
      { id: 2, weekday: 1, next: 14 * 24 },
      { id: 3, weekday: 1 },
    );
    expect(days[5]?.entries.map(entryLine)).toEqual(['8화까지', '9화 12월 12일', '']);
  });

  test('begins at the next episode of today, else at its last one, else at the empty day', () => {
    const first = (...specs: Spec[]) => firstEntry(week(...specs), NOW);
    expect(first({ id: 1, out: -3 }, { id: 2, next: 1 }, { id: 3, next: 2 })).toBe('weekday/6/item:2');
    expect(first({ id: 1, out: -3 }, { id: 2, out: -2 }, { id: 3 })).toBe('weekday/6/item:2');
    expect(first({ id: 1 }, { id: 2 })).toBe('weekday/6/item:1');
    expect(first()).toBe('weekday/6/empty');
  });
});

test('the next release is the soonest that is still to come', () => {
  const titles = [{ id: 1, next: 5 }, { id: 2, next: 2 }, { id: 3, next: -1 }, { id: 4 }].map(buildTitle);
  expect(nextToCome(titles, NOW)?.title.item.id).toBe(2);
  expect(nextToCome(titles, NOW + 2 * HOUR_MS)?.title.item.id).toBe(1);
  expect(nextToCome(titles, NOW + 5 * HOUR_MS)).toBeNull();
});

test('a countdown says days, hours, minutes and seconds, and never runs below zero', () => {
  expect(countdownLabel(NOW + 2 * HOUR_MS + 65_000, NOW)).toBe('2:01:05');
  expect(countdownLabel(NOW + 49 * HOUR_MS, NOW)).toBe('2일 1:00:00');
  expect(countdownLabel(NOW - 1, NOW)).toBe('0:00');
});

describe('the scroll', () => {
  const many = week(...Array.from({ length: 20 }, (_, index) => ({ id: index + 1, next: 1 })), {
    id: 99,
    weekday: 3,
    out: -72,
  });

  test('keeps the focused row in the middle, and stays within the longest day', () => {
    const top = (row: number) => scrollTo({ day: 3, row }, many, { days: 7, rows: 3 }).top;
    expect([0, 1, 5, 19].map(top)).toEqual([0, 0, 4, 17]);
  });

  test('centres the focused day where not all fit', () => {
    const left = (day: number) => scrollTo({ day, row: 0 }, many, { days: 5, rows: 2 }).left;
    expect([0, 3, 6].map(left)).toEqual([0, 1, 2]);
  });

  test('draws what is near, and of a short day its last title, so that it can be entered', () => {
    const view = { days: 7, rows: 3 };
    expect(drawnRows(20, { left: 0, top: 10 }, view)).toEqual([7, 17]);
    expect(drawnRows(2, { left: 0, top: 10 }, view)).toEqual([1, 2]);
    expect(drawnRows(0, { left: 0, top: 10 }, view)).toEqual([0, 0]);
  });

  test('knows what the pointer can be on', () => {
    const view = { days: 5, rows: 2 };
    const scroll = { left: 1, top: 3 };
    expect(isVisible({ day: 1, row: 5 }, scroll, view)).toBe(true);
    expect(isVisible({ day: 0, row: 4 }, scroll, view)).toBe(false);
    expect(isVisible({ day: 2, row: 8 }, scroll, view)).toBe(false);
  });
});

test('a week whose days have two titles at most has high cards, unless letters are large', () => {
  const days = (...counts: number[]) =>
    counts.map((count, day): WeekDay => ({ day, weekday: day, date: day, isToday: false, entries: entriesOf(count) }));
  const entriesOf = (count: number) =>
    weekAround(
      Array.from({ length: count }, (_, id) => buildTitle({ id })),
      TODAY,
      NOW,
    ).flatMap(({ entries }) => entries);
  expect(viewOf('normal', days(2, 0, 1))).toMatchObject({ isHigh: true, rows: 2 });
  expect(viewOf('normal', days(2, 3, 1))).toEqual({ days: 7, rows: 3 });
  expect(viewOf('large-3', days(1))).toEqual({ days: 4, rows: 2 });
  expect(viewOf('unknown', days(4))).toEqual({ days: 7, rows: 3 });
});
