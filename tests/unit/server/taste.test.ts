import { expect, test } from 'vitest';
import { createLikeness } from '#server/catalogue/likeness.ts';
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
const likeness = createLikeness(titles);
const all = new Set(titles.map(({ id }) => id));

test('titles are alike by what they share, rare things more than common ones', () => {
  const of1 = likeness.of(1);
  expect([...of1.keys()].sort()).toEqual([2, 3]);
  expect(of1.get(2)!).toBeGreaterThan(of1.get(3)!);
  expect(likeness.of(1).get(2)).toBe(likeness.of(2).get(1));
  expect(likeness.of(4).get(5)!).toBeGreaterThan(of1.get(3)!);
  expect(likeness.of(6).size).toBe(0);
  expect(likeness.of(99).size).toBe(0);
});

test.each([
  [5, 0, 1],
  [3, 1, 0],
  [0.5, 1, -1.25],
  [null, 1, 0.5],
  [null, 0, 0],
])('a score of %s with %d of it seen is a liking of %d', (score, finishedPart, liking) => {
  expect(likingOf({ itemId: 1, score, finishedPart })).toBe(liking);
});

test('recommends what is like the liked and unknown, the most alike first', () => {
  const watched = [{ itemId: 1, score: 5, finishedPart: 1 }];
  expect(recommend(watched, likeness, all, 20)).toEqual({ seedId: 1, itemIds: [2, 3] });
});

test('is named after what says most for it', () => {
  const watched = [
    { itemId: 3, score: 4, finishedPart: 0 },
    { itemId: 4, score: 5, finishedPart: 0 },
  ];
  expect(recommend(watched, likeness, all, 20)?.seedId).toBe(4);
});

test('keeps away from what is like the disliked', () => {
  const watched = [
    { itemId: 1, score: 0.5, finishedPart: 1 },
    { itemId: 4, score: 4, finishedPart: 0 },
  ];
  expect(recommend(watched, likeness, all, 20)).toEqual({ seedId: 4, itemIds: [5] });
});

test('shows nothing that may not be shown, as a result or as a name', () => {
  const watched = [{ itemId: 1, score: 5, finishedPart: 1 }];
  expect(recommend(watched, likeness, new Set([1, 3]), 20)).toEqual({ seedId: 1, itemIds: [3] });
  expect(recommend(watched, likeness, new Set([2, 3]), 20)).toBeNull();
});

test('knows nothing of a profile that did nothing', () => {
  expect(recommend([], likeness, all, 20)).toBeNull();
});
