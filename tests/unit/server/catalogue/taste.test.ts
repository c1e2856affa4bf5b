import { expect, test } from 'vitest';
import { featuresOf } from '#server/catalogue/lists/likeness.ts';
import { lastTouched, likingOf, mayBeLiked, recommend } from '#server/home/taste.ts';

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
  titles.map((one) => {
    const others = titles.filter((other) => other !== one && scoreOf(one, other) > 0);
    const scores = others.map((other) => scoreOf(one, other));
    return [one.id, { ids: others.map(({ id }) => id), scores }];
  }),
);
/** Answers which titles may be shown. */
const allow = (ids: Iterable<number>) => {
  const allowed = new Set(ids);
  return (asked: readonly number[]) => Promise.resolve(new Set(asked.filter((id) => allowed.has(id))));
};
const all = allow(titles.map(({ id }) => id));

test('a title that is watched and rated is touched once, at the later of the two moments', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 26, 9, minute));
  const watched = [
    { item_id: 1, cnt_finished: 3, updated_at: at(30) },
    { item_id: 2, cnt_finished: 0, updated_at: at(10) },
  ];
  const rated = [
    { item_id: 3, score: 2, updated_at: at(40) },
    { item_id: 2, score: 5, updated_at: at(50) },
    { item_id: 1, score: 4, updated_at: at(20) },
  ];
  const last = lastTouched(watched, rated, 10).map(({ itemId, score, finished }) => [itemId, score, finished]);
  expect(last).toEqual([
    [2, 5, 0],
    [3, 2, 0],
    [1, 4, 3],
  ]);
  expect(lastTouched(watched, rated, 2).map(({ itemId }) => itemId)).toEqual([2, 3]);
  const together = [5, 4, 6].map((item_id) => ({ item_id, score: 1, updated_at: at(0) }));
  expect(lastTouched([], together, 2).map(({ itemId }) => itemId)).toEqual([4, 5]);
});

test.each([
  [5, 0, 1],
  [3, 1, 0.675],
  [1, 1, -0.3],
  [null, 1, 0.675],
  [null, 0.5, 0.3375],
  [null, 0, 0],
])('a score of %s with %d of it seen is a liking of %d', (score, finishedPart, liking) => {
  expect(likingOf({ itemId: 1, score, finishedPart })).toBeCloseTo(liking, 9);
});

test.each([
  [4, 0],
  [3, 2],
  [1, 2],
  [null, 0],
  [null, 1],
])(
  'a title with the score %s and %d finished episodes is compared exactly when it is liked or disliked',
  (score, finished) => {
    const isCompared = mayBeLiked({ itemId: 1, score, finished });
    expect(isCompared).toBe(likingOf({ itemId: 1, score, finishedPart: finished / 12 }) !== 0);
  },
);

test('recommends unknown titles that are similar to liked ones, the most similar first', async () => {
  const watched = [{ itemId: 1, score: 5, finishedPart: 1 }];
  expect(await recommend(watched, likeness, all, 20)).toEqual({ seedId: 1, itemIds: [2, 3] });
});

test('recommends neither known titles nor those that are only similar to one that was not watched', async () => {
  const watched = [
    { itemId: 1, score: 5, finishedPart: 1 },
    { itemId: 2, score: null, finishedPart: 0.1 },
    { itemId: 4, score: null, finishedPart: 0 },
  ];
  expect((await recommend(watched, likeness, all, 20))?.itemIds).toEqual([3]);
});

test('names the liked title that contributes most', async () => {
  const watched = [
    { itemId: 3, score: 4, finishedPart: 0 },
    { itemId: 4, score: 5, finishedPart: 0 },
  ];
  expect((await recommend(watched, likeness, all, 20))?.seedId).toBe(4);
});

test.each([
  ['half finished', { score: null, finishedPart: 0.5 }, 1],
  ['less than half finished', { score: null, finishedPart: 0.49 }, undefined],
  ['rated 3.5', { score: 3.5, finishedPart: 0 }, 1],
  ['rated 2', { score: 2, finishedPart: 1 }, undefined],
])('a title that is %s is liked enough to name it, or not', async (_what, seen, seedId) => {
  expect((await recommend([{ itemId: 1, ...seen }], likeness, all, 20))?.seedId).toBe(seedId);
});

test('equally promising titles, and equal seeds, come by their ids', async () => {
  const alike = { ids: [9, 8, 7, 6], scores: [1, 1, 2, 1] };
  const watched = [
    { itemId: 5, score: 5, finishedPart: 0 },
    { itemId: 2, score: 5, finishedPart: 0 },
  ];
  const likenessOf = new Map(watched.map(({ itemId }) => [itemId, alike]));
  expect(await recommend(watched, likenessOf, allow([2, 5, 6, 7, 8, 9]), 3)).toEqual({ seedId: 2, itemIds: [7, 6, 8] });
});

test('names a liked title only for titles that are shown', async () => {
  const watched = [
    { itemId: 1, score: 4, finishedPart: 0 },
    { itemId: 2, score: 5, finishedPart: 0 },
  ];
  const likenessOf = new Map([
    [1, { ids: [3], scores: [1] }],
    [2, { ids: [4], scores: [9] }],
  ]);
  expect(await recommend(watched, likenessOf, allow([1, 2, 3]), 5)).toEqual({ seedId: 1, itemIds: [3] });
});

test('avoids titles similar to disliked ones', async () => {
  const watched = [
    { itemId: 1, score: 0.5, finishedPart: 1 },
    { itemId: 4, score: 4, finishedPart: 0 },
  ];
  expect(await recommend(watched, likeness, all, 20)).toEqual({ seedId: 4, itemIds: [5] });
});

test('recommends only allowed titles, and names only allowed ones', async () => {
  const watched = [{ itemId: 1, score: 5, finishedPart: 1 }];
  expect(await recommend(watched, likeness, allow([1, 3]), 20)).toEqual({ seedId: 1, itemIds: [3] });
  expect(await recommend(watched, likeness, allow([2, 3]), 20)).toBeNull();
});

test('recommends nothing to a profile without history', async () => {
  expect(await recommend([], likeness, all, 20)).toBeNull();
});

test('asks for further titles until the row is full, the most promising ones first', async () => {
  const many = {
    ids: Array.from({ length: 150 }, (_, index) => index + 2),
    scores: Array.from({ length: 150 }, (_, index) => 150 - index),
  };
  const asked: number[][] = [];
  const find = recommend(
    [{ itemId: 1, score: 5, finishedPart: 1 }],
    new Map([[1, many]]),
    (ids) => {
      asked.push([...ids]);
      return Promise.resolve({ has: (id) => id === 1 || id % 10 === 0 });
    },
    10,
  );
  expect(await find).toEqual({ seedId: 1, itemIds: [10, 20, 30, 40, 50, 60, 70, 80, 90, 100] });
  expect(asked.map((ids) => [ids[0], ids.at(-1), ids.length])).toEqual([
    [1, 11, 11],
    [12, 71, 60],
    [72, 131, 60],
  ]);
});
