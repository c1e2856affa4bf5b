import { expect, test } from 'vitest';
import { clockLabel } from '#src/lib/clock-labels.ts';
import { contentRatingLabel, episodeName, minutesLabel } from '#src/lib/labels.ts';
import { planBenefit } from '#src/lib/plan-label.ts';

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
