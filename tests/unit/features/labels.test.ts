import { expect, test } from 'vitest';
import { clockLabel, contentRatingLabel, minutesLabel } from '#src/lib/labels.ts';

test.each([
  [0, '1분'],
  [60, '1분'],
  [61, '2분'],
  [3600, '1시간'],
  [3900, '1시간 5분'],
])('%i seconds are %s', (seconds, label) => expect(minutesLabel(seconds)).toBe(label));

test.each([
  [-1, '0:00'],
  [9.9, '0:09'],
  [65, '1:05'],
  [3600, '1:00:00'],
  [3725, '1:02:05'],
])('the clock shows %f seconds as %s', (seconds, label) => expect(clockLabel(seconds)).toBe(label));

test('ages are in years', () => {
  expect(contentRatingLabel('all')).toBe('전체');
  expect(contentRatingLabel('15')).toBe('15세');
});
