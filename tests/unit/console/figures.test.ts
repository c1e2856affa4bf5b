import { expect, test } from 'vitest';
import type { PlaybackQuality } from '#contract/console/overview.ts';
import {
  durationText,
  failedShare,
  failureName,
  orNone,
  otherName,
  renditionName,
  shareText,
  watchText,
} from '../../../console/lib/figures.ts';
import { hasHidden } from '#console/pages/viewing/viewing-figures.tsx';

test.each([
  [0, '0초'],
  [80, '80ms'],
  [99.6, '100ms'],
  [100, '0.1초'],
  [1240, '1.2초'],
  [9949, '9.9초'],
  [9950, '10초'],
  [12_400, '12초'],
])('%d ms are %s', (ms, text) => expect(durationText(ms)).toBe(text));

test.each([
  [0, '0%'],
  [0.0031, '0.31%'],
  [0.00999, '1.00%'],
  [0.01, '1.0%'],
  [0.038, '3.8%'],
  [0.0999, '10.0%'],
  [0.1, '10%'],
  [1, '100%'],
])('the share %d is %s', (share, text) => expect(shareText(share)).toBe(text));

test.each([
  [89, '1분'],
  [90, '2분'],
  [3600, '1시간'],
  [12_600, '3.5시간'],
  [36_000, '10시간'],
  [37_800, '11시간'],
  [3600 * 1204, '1,204시간'],
])('%d watched seconds are %s', (seconds, text) => expect(watchText(seconds)).toBe(text));

test('a missing figure is shown as a dash, and no share of failed playbacks is shown before the first playback', () => {
  expect([orNone(null, String), orNone(0, String)]).toEqual(['—', '0']);
  const figures = { cnt_playback: 200, cnt_failed: 3 } as PlaybackQuality;
  expect([failedShare(figures), failedShare({ ...figures, cnt_playback: 0, cnt_failed: 0 })]).toEqual([0.015, null]);
});

test('codes and renditions are explained where they are known', () => {
  expect(['SHAKA_1001', 'APP_TIMEOUT', 'X'].map(failureName)).toEqual(['네트워크', '시간 초과', '']);
  expect(['none', 'x'].map(renditionName)).toEqual(['재생하지 못함', 'x']);
  expect(['other', 'Chromium 63'].map(otherName)).toEqual(['그 밖', 'Chromium 63']);
});

test.each([
  ['nothing while all are shown, also days without a start', 0, 0, false],
  ['a day with few accounts', null, 0, true],
  ['an hour with few accounts', 0, null, true],
])('a chart of what is watched leaves out %s', (_, cnt_start, hour, expected) => {
  const shown = { at: '2026-11-29', cnt_start: 7, cnt_view: 7, cnt_finished: 3, play_seconds: 900 };
  expect(hasHidden({ points: [shown, { ...shown, cnt_start }], by_hour: [7, hour] })).toBe(expected);
});
