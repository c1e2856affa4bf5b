import { expect, test } from 'vitest';
import { seasonsOf } from '#server/catalogue/episode-seasons.ts';
import { processorMs } from '#tests/support/processor-time.ts';

const named = (...parts: readonly (readonly [count: number, nameOf: (number: number) => string])[]) =>
  parts.flatMap(([count, nameOf]) => Array.from({ length: count }, (_, at) => ({ episode_num: nameOf(at + 1) })));

const firsts = (episodes: ReturnType<typeof named>) =>
  seasonsOf(episodes).map(({ name, first, count }) => `${name}: ${first}+${count}`);

test('seasons are runs of episodes whose names begin alike', () => {
  expect(firsts(named([12, (at) => `시즌1 ${at}화`], [13, (at) => `시즌2 ${at}화`]))).toEqual([
    '시즌1: 0+12',
    '시즌2: 12+13',
  ]);
  expect(firsts(named([26, (at) => `${at}화`], [7, (at) => `무한열차편 ${at}화`]))).toEqual([
    '처음: 0+26',
    '무한열차편: 26+7',
  ]);
});

test('an unnamed first season is named after the second', () => {
  expect(firsts(named([24, (at) => `${at}화`], [24, (at) => `2기 ${at}화`]))[0]).toBe('1기: 0+24');
});

test('an episode without a number belongs to the season before it', () => {
  expect(firsts(named([12, (at) => `1기 ${at}화`], [1, () => '특별편'], [12, (at) => `2기 ${at}화`]))).toEqual([
    '1기: 0+13',
    '2기: 13+12',
  ]);
});

test.each([
  ['one season', named([1128, (at) => `${at}화`])],
  ['ordinals', named([60, (at) => `제${at}회`])],
  ['a short list', named([6, (at) => `1기 ${at}화`], [6, (at) => `2기 ${at}화`])],
  ['names without numbers', named([40, () => '특별편'])],
  ['a name for each episode', named([200, (at) => `${at}번째 밤 ${at}화`])],
])('%s has no seasons', (_what, episodes) => {
  expect(seasonsOf(episodes)).toEqual([]);
});

test('a name of many digits takes no time', () => {
  const episodes = named([30, () => `${'1'.repeat(100_000)}화`]);
  expect(processorMs(() => seasonsOf(episodes))).toBeLessThan(1000);
});
