import { expect, test } from 'vitest';
import {
  dayText,
  durationText,
  failureName,
  hourText,
  renditionName,
  shareText,
  watchText,
} from '../../../console/lib/figures.ts';

test.each([
  [0, '0초'],
  [80, '80ms'],
  [1240, '1.2초'],
  [12_400, '12초'],
])('%d ms are %s', (ms, text) => expect(durationText(ms)).toBe(text));

test.each([
  [0, '0%'],
  [0.0031, '0.31%'],
  [0.038, '3.8%'],
  [1, '100%'],
])('the share %d is %s', (share, text) => expect(shareText(share)).toBe(text));

test.each([
  [90, '2분'],
  [3600, '1시간'],
  [12_600, '3.5시간'],
  [3600 * 1204, '1,204시간'],
])('%d watched seconds are %s', (seconds, text) => expect(watchText(seconds)).toBe(text));

test('points are named in the time of Korea', () => {
  expect([hourText('2026-11-20T15:00:00Z'), dayText('2026-11-20T15:00:00Z')]).toEqual(['0시', '11/21']);
});

test('codes and renditions are explained where they are known', () => {
  expect(['SHAKA_1001', 'APP_TIMEOUT', 'X'].map(failureName)).toEqual(['네트워크', '시간 초과', '']);
  expect(['none', 'x'].map(renditionName)).toEqual(['재생하지 못함', 'x']);
});
