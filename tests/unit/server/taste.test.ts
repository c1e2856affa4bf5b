import { expect, test } from 'vitest';
import { featuresOf } from '#server/catalogue/likeness.ts';
import { likingOf, recommend } from '#server/home/taste.ts';

const build = (id: number, genres: string[], tags: string[] = []) => ({
  id,
  genres,
  tags,
  director: `감독 ${id}`,
  production: `제작사 ${id}`,
});

const titles = [
  build(1, ['판타지'], ['검', '달']),
  build(2, ['판타지'], ['검']),
  build(3, ['판타지']),
  build(4, ['일상'], ['빵']),
  build(5, ['일상'], ['빵']),
  build(6, ['SF']),
];
/** Sums the weights of shared features; the database also counts rare ones more. */
const scoreOf = (one: (typeof titles)[number], other: (typeof titles)[number]) => {
  const others = new Set(featuresOf(other).map(([feature]) => feature));
  return featuresOf(one).reduce((sum, [feature, weight]) => sum + (others.has(feature) ? weight : 0), 0);
};
const likeness = new Map(
  titles.map((one) => [
    one.id,
    new Map(
      titles
        .filter((other) => other !== one && scoreOf(one, other) > 0)
        .map((other) => [other.id, scoreOf(one, other)] as const),
    ),
  ]),
);
const all = new Set(titles.map(({ id }) => id));

test.each([
  [5, 0, 1],
  [3, 1, 0],
  [0.5, 1, -1.25],
  [null, 1, 0.5],
  [null, 0, 0],
])('a score of %s with %d of it seen is a liking of %d', (score, finishedPart, liking) => {
  expect(likingOf({ itemId: 1, score, finishedPart })).toBe(liking);
});

test('recommends unknown titles that are similar to liked ones, the most similar first', () => {
  const watched = [{ itemId: 1, score: 5, finishedPart: 1 }];
  expect(recommend(watched, likeness, all, 20)).toEqual({ seedId: 1, itemIds: [2, 3] });
});

test('names the liked title that contributes most', () => {
  const watched = [
    { itemId: 3, score: 4, finishedPart: 0 },
    { itemId: 4, score: 5, finishedPart: 0 },
  ];
  expect(recommend(watched, likeness, all, 20)?.seedId).toBe(4);
});

test('avoids titles similar to disliked ones', () => {
  const watched = [
    { itemId: 1, score: 0.5, finishedPart: 1 },
    { itemId: 4, score: 4, finishedPart: 0 },
  ];
  expect(recommend(watched, likeness, all, 20)).toEqual({ seedId: 4, itemIds: [5] });
});

test('recommends only allowed titles, and names only allowed ones', () => {
  const watched = [{ itemId: 1, score: 5, finishedPart: 1 }];
  expect(recommend(watched, likeness, new Set([1, 3]), 20)).toEqual({ seedId: 1, itemIds: [3] });
  expect(recommend(watched, likeness, new Set([2, 3]), 20)).toBeNull();
});

test('recommends nothing to a profile without history', () => {
  expect(recommend([], likeness, all, 20)).toBeNull();
});
