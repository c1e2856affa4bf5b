import { describe, expect, test } from 'vitest';
import { vary, type Varied } from '#server/home/variety.ts';

const build = (id: number, changes: Partial<Varied> = {}): Varied => ({
  id,
  seriesId: null,
  production: `studio ${id}`,
  isNew: false,
  ...changes,
});
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const idsOf = (row: readonly Varied[]) => row.map(({ id }) => id);

describe('a row of proposals', () => {
  test('keeps its order where nothing repeats', () => {
    const titles = numbers(30).map((id) => build(id));
    expect(idsOf(vary(titles, 20))).toEqual(numbers(20));
  });

  test.each([
    ['series', { seriesId: 7 }],
    ['studio', { production: 'one studio' }],
  ])('has three of one %s among its first ten', (_what, same) => {
    const titles = numbers(30).map((id) => build(id, id <= 8 ? same : {}));
    const row = idsOf(vary(titles, 20));
    expect(row.slice(0, 10)).toEqual([1, 2, 3, 9, 10, 11, 12, 13, 14, 15]);
    expect(row.slice(10, 15)).toEqual([4, 5, 6, 7, 8]);
  });

  test('is rather monotonous than short', () => {
    const titles = numbers(12).map((id) => build(id, { production: 'one studio' }));
    expect(idsOf(vary(titles, 20))).toEqual(numbers(12));
  });

  test('has two places for what is new', () => {
    const titles = numbers(30).map((id) => build(id, { isNew: id > 25 }));
    const row = idsOf(vary(titles, 20));
    expect([row[4], row[9]]).toEqual([26, 27]);
    expect(row.filter((id) => id > 25)).toHaveLength(2);
  });

  test('gives no place to what is new where enough of it is promising', () => {
    const titles = numbers(30).map((id) => build(id, { isNew: id < 3 || id > 25 }));
    expect(idsOf(vary(titles, 20))).toEqual(numbers(20));
  });

  test('titles without a studio do not count as of one studio', () => {
    const titles = numbers(12).map((id) => build(id, { production: '' }));
    expect(idsOf(vary(titles, 10))).toEqual(numbers(10));
  });
});
