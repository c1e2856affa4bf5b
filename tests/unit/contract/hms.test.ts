import { describe, expect, test } from 'vitest';
import { fromHms, toHms } from '#contract/rules/hms.ts';

describe('seconds as HH:MM:SS', () => {
  test.each([
    [0, '00:00:00'],
    [1, '00:00:01'],
    [59, '00:00:59'],
    [60, '00:01:00'],
    [3599, '00:59:59'],
    [3600, '01:00:00'],
    [86_399, '23:59:59'],
    [86_400, '24:00:00'],
    [359_999, '99:59:59'],
    [360_000, '100:00:00'],
    [3_600_000, '1000:00:00'],
    [Number.MAX_SAFE_INTEGER, '2501999792983:36:31'],
  ])('%d is %s, both ways', (seconds, text) => {
    expect(toHms(seconds)).toBe(text);
    expect(fromHms(text)).toBe(seconds);
  });

  test.each([
    [0.9, '00:00:00'],
    [59.999, '00:00:59'],
    [-0, '00:00:00'],
  ])('drops the fraction of %d', (seconds, text) => expect(toHms(seconds)).toBe(text));

  test.each([-1, -0.5, NaN, Infinity, -Infinity, 1e21, Number.MAX_SAFE_INTEGER + 1])('refuses %d', (seconds) => {
    expect(() => toHms(seconds)).toThrow(RangeError);
  });

  test.each([
    '',
    '0',
    '00:00',
    '0:00:00',
    '1:02:03',
    '00:0:00',
    '00:00:0',
    '00:60:00',
    '00:00:60',
    '00:99:00',
    '-01:00:00',
    '+1:00:00',
    '00:00:-1',
    '00:00:00.5',
    ' 00:00:00',
    '00:00:00 ',
    '00:00:00\n',
    '00.00.00',
    '00:00:00:00',
    'aa:bb:cc',
    '٠٠:٠٠:٠٠',
    '99999999999999999999:00:00',
  ])('does not read %j', (text) => {
    expect(() => fromHms(text)).toThrow(RangeError);
  });

  test('reads hours with extra leading zeros', () => expect(fromHms('000:00:01')).toBe(1));
});
