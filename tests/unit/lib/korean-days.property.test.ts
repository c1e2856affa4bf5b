import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayText, hourText } from '#console/lib/figures.ts';
import { fromFieldTime, timeText, toFieldTime } from '#console/lib/format.ts';
import { dayStart, lastDays } from '#server/lib/korean-days.ts';
import { koreanWeekday } from '#server/home/korean-day.ts';
import {
  formatKoreanInstant,
  formatKoreanTime,
  koreanDate,
  koreanQuarter,
  koreanSecondOfDay,
} from '#server/lib/korean-time.ts';
import { koreanMoment } from '#server/notifications/texts.ts';
import { pointsOf } from '#server/monitoring/quality/overview.ts';
import { releaseTime } from '#src/features/items/release-texts.ts';
import { koreanWeekday as koreanWeekdayOfApp } from '#src/lib/korean-day.ts';
import { dateLabel } from '#src/lib/labels.ts';
import { dayLabel } from '#src/screens/library/history-days.ts';

const HOUR = 3600_000;
const DAY = 24 * HOUR;
const WEEKDAYS = ['일', '월', '화', '수', '목', '금', '토'];

const seoul = new Intl.DateTimeFormat('en-US', {
  timeZone: 'Asia/Seoul',
  hourCycle: 'h23',
  weekday: 'short',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** What a clock and a calendar in Seoul show, by the time zones of the platform. */
function inSeoul(ms: number) {
  const { year, month, day, hour, minute, second, weekday } = Object.fromEntries(
    seoul.formatToParts(ms).map(({ type, value }) => [type, value]),
  ) as Record<Intl.DateTimeFormatPartTypes, string>;
  const secondOfDay = Number(hour) * 3600 + Number(minute) * 60 + Number(second);
  return {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    date: `${year}-${month}-${day}`,
    time: `${hour}:${minute}`,
    secondOfDay,
    midnight: Math.floor(ms / 1000) * 1000 - secondOfDay * 1000,
    weekday: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].indexOf(weekday),
  };
}

/** Any instant, and often one around a midnight in Korea, in UTC, or at the turn of a year or a quarter. */
const instant = fc.oneof(
  fc.integer({ min: Date.UTC(2000), max: Date.UTC(2100) }),
  fc
    .tuple(
      fc.integer({ min: 2000, max: 2099 }),
      fc.oneof(fc.integer({ min: 0, max: 365 }), fc.constantFrom(0, 58, 59, 89, 90, 180, 181, 272, 273, 364, 365)),
      fc.constantFrom(0, 15 * HOUR),
      fc.oneof(fc.constantFrom(-1000, -1, 0, 1, 999), fc.integer({ min: -60_000, max: 60_000 })),
    )
    .map(([year, day, hour, ms]) => Date.UTC(year) + day * DAY + hour + ms),
);

const always = (property: (ms: number) => void) => fc.assert(fc.property(instant, property), { numRuns: 150 });

/** Code that reads the zone of the machine fails in one of these. */
describe.each(['Asia/Seoul', 'America/Los_Angeles'])('on a machine in %s', (zone) => {
  const own = process.env['TZ'];
  beforeAll(() => void (process.env['TZ'] = zone));
  afterAll(() => {
    if (own === undefined) delete process.env['TZ'];
    else process.env['TZ'] = own;
  });

  test('the server’s days, weekdays, quarters and seconds are those of Korea', () => {
    always((ms) => {
      const at = new Date(ms);
      const { year, month, date, weekday, secondOfDay } = inSeoul(ms);
      expect(koreanDate(at)).toBe(date);
      expect(koreanWeekday(at)).toBe(weekday);
      expect(koreanQuarter(at)).toEqual({ year, quarter: [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4][month - 1] });
      expect(koreanSecondOfDay(at)).toBe(secondOfDay);
    });
  });

  test('the server’s texts name the time in Korea', () => {
    always((ms) => {
      const at = new Date(ms);
      const { year, month, day, date, time, weekday } = inSeoul(ms);
      expect(formatKoreanTime(at)).toBe(`${year}년 ${month}월 ${day}일 ${time}`);
      expect(koreanMoment(at)).toBe(`${month}월 ${day}일 (${WEEKDAYS[weekday]}) ${time}`);
      expect(formatKoreanInstant(at)).toMatch(new RegExp(`^${date}T${time}:\\d\\d\\+09:00$`));
      expect(Date.parse(formatKoreanInstant(at))).toBe(Math.floor(ms / 1000) * 1000);
    });
  });

  test('a day of counts begins at midnight, and 28 days end with today', () => {
    always((ms) => {
      const { midnight, date } = inSeoul(ms);
      expect(dayStart(ms)).toBe(midnight);
      const days = lastDays(new Date(ms), 28);
      expect([days.length, days[0], days[1], days[26], days[27]]).toEqual([
        ...[28, inSeoul(midnight - 27 * DAY).date, inSeoul(midnight - 26 * DAY).date],
        ...[inSeoul(midnight - DAY).date, date],
      ]);
    });
  });

  test('the points of an overview are hours, or for four weeks days in Korea, and the last one has the instant', () => {
    always((ms) => {
      const { midnight } = inSeoul(ms);
      const hour = Math.floor(ms / HOUR) * HOUR;
      const before = (last: number, count: number, step: number) =>
        Array.from({ length: count }, (_, index) => last - (count - 1 - index) * step);
      expect(pointsOf('day', ms)).toEqual(before(hour, 24, HOUR));
      expect(pointsOf('week', ms)).toEqual(before(hour, 168, HOUR));
      expect(pointsOf('month', ms)).toEqual(before(midnight, 28, DAY));
    });
  });

  test('the app’s days are those of Korea', () => {
    always((ms) => {
      const { year, month, day, weekday } = inSeoul(ms);
      expect(koreanWeekdayOfApp(ms)).toBe(weekday);
      expect(dateLabel(new Date(ms).toISOString())).toBe(`${year}. ${month}. ${day}.`);
    });
  });

  test('a release within a week is named by its weekday, a later one by its date', () => {
    always((ms) => {
      const { month, day, weekday, time, midnight: today } = inSeoul(ms);
      const at = new Date(ms).toISOString();
      for (const now of [ms, today, today - 1, today - 6 * DAY])
        expect(releaseTime(at, now)).toBe(`${WEEKDAYS[weekday]} ${time}`);
      for (const now of [today - 6 * DAY - 1, today - 400 * DAY])
        expect(releaseTime(at, now)).toBe(`${month}월 ${day}일 ${time}`);
    });
  });

  test('a day of the history is today from its midnight to the next, then yesterday for a day', () => {
    always((ms) => {
      const { year, month, day, weekday, date, midnight: start } = inSeoul(ms);
      for (const now of [start, start + DAY - 1]) expect(dayLabel(date, now)).toBe('오늘');
      for (const now of [start + DAY, start + 2 * DAY - 1]) expect(dayLabel(date, now)).toBe('어제');
      const later = inSeoul(start + 2 * DAY).year;
      expect(dayLabel(date, start + 2 * DAY)).toBe(
        later === year ? `${month}월 ${day}일 ${WEEKDAYS[weekday]}요일` : `${year}년 ${month}월 ${day}일`,
      );
    });
  });

  test('the console shows and reads times of Korea', () => {
    always((ms) => {
      const at = new Date(ms).toISOString();
      const { month, day, date, time, weekday } = inSeoul(ms);
      expect(timeText(at)).toBe(`${date} (${WEEKDAYS[weekday]}) ${time}`);
      expect(toFieldTime(at)).toBe(`${date}T${time}`);
      expect(Date.parse(fromFieldTime(toFieldTime(at)))).toBe(Math.floor(ms / 60_000) * 60_000);
      expect(hourText(at)).toBe(`${Number(time.slice(0, 2))}시`);
      expect(dayText(at)).toBe(`${month}/${day}`);
    });
  });
});
