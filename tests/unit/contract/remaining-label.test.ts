import { describe, expect, test } from 'vitest';
import { remainingLabel } from '#contract/rules/remaining-label.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('the label of the remaining time', () => {
  test.each([
    // No time left, and seconds.
    [-Infinity, '0초 남음'],
    [-1, '0초 남음'],
    [0, '0초 남음'],
    [0.9, '0초 남음'],
    [1, '1초 남음'],
    [42, '42초 남음'],
    [59, '59초 남음'],
    [59.9, '59초 남음'],
    // Minutes.
    [MINUTE, '1분 남음'],
    [MINUTE + 59, '1분 남음'],
    [5 * MINUTE, '5분 남음'],
    [HOUR - 1, '59분 남음'],
    // Hours and minutes; the minutes are always shown.
    [HOUR, '1시간 0분 남음'],
    [HOUR + 59, '1시간 0분 남음'],
    [2 * HOUR, '2시간 0분 남음'],
    [2 * HOUR + 5 * MINUTE, '2시간 5분 남음'],
    [3 * HOUR - 1, '2시간 59분 남음'],
    // Hours, rounded half up.
    [3 * HOUR, '3시간 남음'],
    [3 * HOUR + 30 * MINUTE - 1, '3시간 남음'],
    [3 * HOUR + 30 * MINUTE, '4시간 남음'],
    [4 * HOUR + 30 * MINUTE, '5시간 남음'],
    [24 * HOUR, '24시간 남음'],
    [72 * HOUR - 1, '72시간 남음'],
    // Days, rounded half up.
    [72 * HOUR, '3일 남음'],
    [3.5 * DAY - 1, '3일 남음'],
    [3.5 * DAY, '4일 남음'],
    [4.5 * DAY, '5일 남음'],
    [98.5 * DAY, '99일 남음'],
    [99 * DAY, '99일 남음'],
    // More than 99 days.
    [99 * DAY + 0.9, '99일 남음'],
    [99 * DAY + 1, '99+일 남음'],
    [365 * DAY, '99+일 남음'],
    [Infinity, '99+일 남음'],
  ])('the label of %d remaining seconds is %s', (seconds, label) => expect(remainingLabel(seconds)).toBe(label));

  test('throws for a value that is not a number', () => {
    expect(() => remainingLabel(NaN)).toThrow(RangeError);
  });
});
