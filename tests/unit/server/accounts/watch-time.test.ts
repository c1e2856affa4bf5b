import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isLimitedInTime,
  isOver,
  NOTHING_WATCHED,
  secondsLeft,
  watchTimeSentence,
  withMore,
} from '#server/profiles/watch-time.ts';

/** An instant of 20 November 2026 in Korea. */
const at = (time: string) => new Date(`2026-11-20T${time}+09:00`);

const limits = (changes: Partial<Parameters<typeof secondsLeft>[0]> = {}) => ({
  daily_minutes: null,
  bedtime_from: null,
  bedtime_to: null,
  bedtime_lifted_until: null,
  ...changes,
});
const nights = { bedtime_from: '21:00', bedtime_to: '07:00' };
const noons = { bedtime_from: '12:00', bedtime_to: '13:00' };

describe('the time left', () => {
  test.each([
    ['no limit', limits(), 0, '12:00', null],
    ['a daily time that nothing has used', limits({ daily_minutes: 60 }), 0, '12:00', 3600],
    ['a daily time that is used in part', limits({ daily_minutes: 60 }), 3000, '12:00', 600],
    ['a daily time that is used up', limits({ daily_minutes: 60 }), 3600, '12:00', 0],
    ['a daily time that is overdrawn', limits({ daily_minutes: 60 }), 9000, '12:00', 0],
    ['a bedtime later today', limits(nights), 0, '20:00', 3600],
    ['its first second', limits(nights), 0, '21:00', 0],
    ['a bedtime past midnight', limits(nights), 0, '06:59:59', 0],
    ['its end', limits(nights), 0, '07:00', 14 * 3600],
    ['a bedtime within a day', limits(noons), 0, '12:30', 0],
    ['a bedtime that is over for today', limits(noons), 0, '13:00', 23 * 3600],
    ['the shorter of both', limits({ ...nights, daily_minutes: 60 }), 0, '20:50', 600],
    ['more time in the bedtime', limits({ ...nights, bedtime_lifted_until: at('22:30') }), 0, '22:00', 1800],
    ['more time before the bedtime', limits({ ...nights, bedtime_lifted_until: at('21:20') }), 0, '20:50', 1800],
    ['more time that is over', limits({ ...nights, bedtime_lifted_until: at('22:30') }), 0, '22:30', 0],
    ['half a second of more time', limits({ ...nights, bedtime_lifted_until: at('22:30') }), 0, '22:29:59.500', 0],
  ])('the time left is computed with %s', (_what, given, seconds, time, left) => {
    expect(secondsLeft(given, { seconds, extra_seconds: 0 }, at(time))).toBe(left);
  });
});

test('any limit limits', () => {
  expect([limits(), limits({ daily_minutes: 1 }), limits(nights)].map(isLimitedInTime)).toEqual([false, true, true]);
});

test('a bedtime begins and ends on its second of the Korean day, also past midnight', () => {
  const DAY = 24 * 3600;
  const minute = fc.integer({ min: 0, max: 24 * 60 - 1 });
  const text = (minutes: number) =>
    `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  /** Seconds from one second of the day to the next time of another, which may be tomorrow. */
  const until = (from: number, to: number) => (to - from + DAY) % DAY;
  fc.assert(
    fc.property(
      ...[minute, minute, fc.integer({ min: 0, max: DAY - 1 })],
      fc.constantFrom('any', 'first', 'before the first', 'last', 'after the last'),
      (from, to, anySecond, which) => {
        fc.pre(from !== to);
        const [begins, ends] = [from * 60, to * 60];
        const second = (
          {
            any: anySecond,
            first: begins,
            'before the first': begins - 1 + DAY,
            last: ends - 1 + DAY,
            'after the last': ends,
          } as const
        )[which];
        const now = new Date(at('00:00').getTime() + (second % DAY) * 1000);
        const isIn = until(begins, second % DAY) < until(begins, ends);
        const given = limits({ bedtime_from: text(from), bedtime_to: text(to) });
        expect(secondsLeft(given, NOTHING_WATCHED, now)).toBe(isIn ? 0 : until(second % DAY, begins));
      },
    ),
  );
});

describe('30 minutes more', () => {
  test('follow what is left of the daily time', () => {
    const { extra_seconds } = withMore(limits({ daily_minutes: 60 }), { seconds: 3000, extra_seconds: 0 }, at('12:00'));
    expect(secondsLeft(limits({ daily_minutes: 60 }), { seconds: 3000, extra_seconds }, at('12:00'))).toBe(600 + 1800);
  });

  test('are 30 minutes also when the daily time is overdrawn', () => {
    const watched = { seconds: 9000, extra_seconds: 1800 };
    const { extra_seconds } = withMore(limits({ daily_minutes: 60 }), watched, at('12:00'));
    expect(secondsLeft(limits({ daily_minutes: 60 }), { seconds: 9000, extra_seconds }, at('12:00'))).toBe(1800);
  });

  test('lift the bedtime, again and again', () => {
    const first = withMore(limits(nights), NOTHING_WATCHED, at('22:00')).bedtime_lifted_until;
    expect(first).toEqual(at('22:30'));
    const second = withMore(limits({ ...nights, bedtime_lifted_until: first }), NOTHING_WATCHED, at('22:10'));
    expect(second.bedtime_lifted_until).toEqual(at('23:00'));
  });

  test('30 minutes more lift no bedtime where none is set, and are stored for a later daily time', () => {
    const watched = { seconds: 9000, extra_seconds: 0 };
    expect(withMore(limits({ daily_minutes: 60 }), watched, at('12:00')).bedtime_lifted_until).toBeNull();
    expect(withMore(limits(nights), watched, at('22:00')).extra_seconds).toBe(1800);
  });
});

describe('a playback without time left', () => {
  test.each([
    ['ends in the middle of an episode', 600, 1440, true],
    ['ends two minutes and a second before the end', 1319, 1440, true],
    ['goes on in the last two minutes', 1320, 1440, false],
    ['ends at the begin of a short episode', 10, 100, true],
    ['goes on in the second half of a short one', 50, 100, false],
  ])('%s', (_what, offset, runningTime, is) => {
    expect(isOver(0, { offset, runningTime })).toBe(is);
  });

  test('goes on with time left, and without a limit', () => {
    expect(isOver(1, { offset: 0, runningTime: 1440 })).toBe(false);
    expect(isOver(null, { offset: 0, runningTime: 1440 })).toBe(false);
  });

  test('says why', () => {
    expect(watchTimeSentence(limits({ ...nights, daily_minutes: 60 }), at('22:00'))).toContain('07:00부터');
    expect(watchTimeSentence(limits({ ...nights, daily_minutes: 60 }), at('12:00'))).toContain('내일');
  });
});
