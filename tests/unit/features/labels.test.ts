import { expect, test } from 'vitest';
import { ageRule } from '#src/lib/age-rule.ts';
import { clockLabel, spokenTime } from '#src/lib/clock-labels.ts';
import {
  contentRatingLabel,
  countLabel,
  episodeName,
  lastDayLabel,
  lockLabel,
  minutesLabel,
  wonLabel,
} from '#src/lib/labels.ts';
import { newsOf, posterDetail } from '#src/lib/title-labels.ts';
import { nextSeasonOf } from '#src/lib/next-season.ts';
import { planBenefit } from '#src/lib/plan-label.ts';
import { buildItem } from '#tests/support/build.ts';

test.each([
  [0, '1분'],
  [60, '1분'],
  [61, '2분'],
  [3540, '59분'],
  [3541, '1시간'],
  [3600, '1시간'],
  [3601, '1시간 1분'],
  [3900, '1시간 5분'],
  [7199, '2시간'],
])('%i seconds are %s', (seconds, label) => expect(minutesLabel(seconds)).toBe(label));

test.each([
  [-1, '0:00'],
  [9.9, '0:09'],
  [59.9, '0:59'],
  [60, '1:00'],
  [65, '1:05'],
  [3599, '59:59'],
  [3600, '1:00:00'],
  [3725, '1:02:05'],
])('the clock shows %f seconds as %s', (seconds, label) => expect(clockLabel(seconds)).toBe(label));

test.each([
  [-1, '0초'],
  [0.9, '0초'],
  [59.9, '59초'],
  [60, '1분'],
  [61, '1분 1초'],
  [3599, '59분 59초'],
  [3600, '1시간'],
  [3605, '1시간 5초'],
  [36_061, '10시간 1분 1초'],
])('a voice says %f seconds as %s', (seconds, label) => expect(spokenTime(seconds)).toBe(label));

test.each([
  [0, '0', '0원'],
  [999, '999', '999원'],
  [1000, '1,000', '1,000원'],
  [12_345, '12,345', '12,345원'],
  [1_234_567, '1,234,567', '1,234,567원'],
])('%i is written %s, in won %s', (value, count, won) => {
  expect([countLabel(value), wonLabel(value)]).toEqual([count, won]);
});

test('ages are in years', () => {
  expect(contentRatingLabel('all')).toBe('전체');
  expect(contentRatingLabel('15')).toBe('15세');
  expect([ageRule('all'), ageRule('19')]).toEqual(['모든 연령 시청가', '19세 이상 시청가']);
  expect([lockLabel({ needs_identity: true }), lockLabel({ needs_identity: false }), lockLabel({})]).toEqual([
    ...['본인 확인이 필요한 작품', '', ''],
  ]);
});

test('the next season is the first other title of the series that aired later, over the turn of a year too', () => {
  const [before, same, after, last] = ['2025년 4분기', '2026년 4분기', '2027년 1분기', '2027년 4분기'].map(
    (air_quarter, index) => buildItem({ id: index + 1, air_quarter }),
  );
  expect(nextSeasonOf(same!, [before!, same!, after!, last!])).toBe(after);
  expect(nextSeasonOf(last!, [before!, same!, after!])).toBeUndefined();
});

test.each([
  ['3화', '약속', '3화 · 약속'],
  ['3화', '3화', '3화'],
  ['극장판', '', '극장판'],
])('episode %s with the name "%s" is called "%s"', (episode_num, subject, name) =>
  expect(episodeName({ episode_num, subject })).toBe(name),
);

test.each([
  ['free', 1, '무료 작품을 볼 수 있어요.'],
  ['basic', 1, '기기 1대에서 볼 수 있어요.'],
  ['premium', 4, '기기 4대에서 함께 볼 수 있어요.'],
] as const)('a %s plan for %i devices reads %s', (plan, max_streams, text) =>
  expect(planBenefit({ plan, max_streams })).toBe(text),
);

test('a title that leaves soon says that in place of being new', () => {
  expect(newsOf({ is_new: true, last_day: '2026-12-03' })).toBe('곧 내려가요');
  expect([newsOf({ is_new: true }), newsOf({ is_new: false })]).toEqual(['새 작품', '']);
});

test('a poster tells the news of a title with one genre, else all genres', () => {
  const genres = ['판타지', '로맨스'];
  expect(posterDetail({ is_new: false, genres })).toBe('판타지 ·\u00a0로맨스');
  expect(posterDetail({ is_new: true, genres })).toBe('새 작품 ·\u00a0판타지');
  expect(posterDetail({ is_new: true, genres: [] })).toBe('새 작품');
});

test('the last day is a day of a month', () => {
  expect(lastDayLabel('2026-12-03')).toBe('12월 3일까지');
});
