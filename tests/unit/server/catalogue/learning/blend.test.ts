import { describe, expect, test } from 'vitest';
import { blend, knownOf, usualBest } from '#server/catalogue/learning/blend.ts';

const byProperties = { ids: [2, 3], scores: [8, 6] };
const learnt = { ids: [4, 3], scores: [0.2, 0.01] };
const scaleOf = (profiles: number) => ({
  known: new Map([1, 2, 3, 4].map((id) => [id, knownOf(profiles)])),
  best: 8,
});

describe('likeness of both kinds', () => {
  test('is that by properties where nothing is learnt', () => {
    expect(blend(1, { byProperties }, { known: new Map(), best: 8 })).toEqual(byProperties);
  });

  test('follows what was learnt of titles that many have watched', () => {
    expect(blend(1, { learnt, byProperties }, scaleOf(10_000)).ids).toEqual([4, 3, 2]);
  });

  test('keeps a title that nobody has watched near the titles that it resembles', () => {
    const scale = { known: new Map([[1, knownOf(10_000)]]), best: 8 };
    const { ids, scores } = blend(1, { learnt: { ids: [4], scores: [0.0001] }, byProperties }, scale);
    expect(ids).toEqual([2, 3, 4]);
    expect(scores[0]).toBe(8);
  });

  test('has no title twice, and the highest score first', () => {
    const { ids, scores } = blend(1, { learnt, byProperties }, scaleOf(20));
    expect(new Set(ids).size).toBe(ids.length);
    expect([...scores].sort((one, other) => other - one)).toEqual(scores);
  });

  test('the likeness of a title without either kind is empty', () => {
    expect(blend(1, {}, scaleOf(5))).toEqual({ ids: [], scores: [] });
  });
});

test('the usual best likeness leaves out titles that resemble none', () => {
  expect(usualBest([{ ids: [], scores: [] }, byProperties, { ids: [1], scores: [2] }, { ids: [1], scores: [9] }])).toBe(
    8,
  );
  expect(usualBest([])).toBe(1);
});
