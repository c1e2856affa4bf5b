import { describe, expect, test } from 'vitest';
import { createEpisodePages } from '#server/catalogue/episode-pages.ts';
import type { EpisodeRow } from '#server/db/tables.ts';

const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }) as EpisodeRow);
const oldest = { item_id: 1, sort: 'oldest', limit: 3, offset: 0 } as const;
const idsOf = ({ episodes }: { episodes: readonly EpisodeRow[] }) => episodes.map(({ id }) => id);

describe('a page of episodes', () => {
  test.each([
    ['the first ones', {}, [1, 2, 3]],
    ['further ones', { offset: 3 }, [4, 5, 6]],
    ['the last ones, fewer', { offset: 6 }, [7]],
    ['none beyond the end', { offset: 7 }, []],
    ['the latest first', { sort: 'latest' }, [7, 6, 5]],
    ['all', { limit: 100 }, [1, 2, 3, 4, 5, 6, 7]],
  ] as const)('has %s', (_name, query, ids) => {
    const pageOf = createEpisodePages();
    const all = rowsOf(7);
    for (let times = 0; times < 2; times += 1) {
      const page = pageOf(all, { ...oldest, ...query });
      expect([page.count, idsOf(page)]).toEqual([7, ids]);
    }
  });

  test('is the same object until the title’s episodes change, and differs per title', () => {
    const pageOf = createEpisodePages();
    const all = Object.freeze(rowsOf(7));
    const first = pageOf(all, oldest);
    expect(pageOf(all, oldest)).toBe(first);
    expect(pageOf(Object.freeze(rowsOf(7)), { ...oldest, item_id: 2 })).not.toBe(first);
    expect(idsOf(pageOf(rowsOf(2), oldest))).toEqual([1, 2]);
    expect(pageOf(Object.freeze(rowsOf(9)), oldest).count).toBe(9);
  });

  test('stays cached while it is used, however many others are requested', () => {
    const pageOf = createEpisodePages(9);
    const all = Object.freeze(rowsOf(100));
    const first = pageOf(all, oldest);
    for (let offset = 1; offset < 50; offset += 1) {
      pageOf(all, { ...oldest, offset });
      expect(pageOf(all, oldest)).toBe(first);
    }
    for (let offset = 200; offset < 250; offset += 1) pageOf(all, { ...oldest, offset });
    expect(pageOf(all, oldest)).toBe(first);
    for (let offset = 1; offset < 50; offset += 1) pageOf(all, { ...oldest, offset });
    expect(pageOf(all, oldest)).not.toBe(first);
  });

  test('that ends with the title is one object, however long it was asked to be', () => {
    const pageOf = createEpisodePages();
    const all = Object.freeze(rowsOf(7));
    expect(pageOf(all, { ...oldest, limit: 10 })).toBe(pageOf(all, { ...oldest, limit: 1000 }));
  });

  test('of episodes that answers do not share is made anew', () => {
    const pageOf = createEpisodePages();
    const all = rowsOf(7);
    expect(pageOf(all, oldest)).not.toBe(pageOf(all, oldest));
  });
});
