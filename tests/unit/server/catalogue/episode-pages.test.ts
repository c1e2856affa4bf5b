import { expect, test } from 'vitest';
import { pageOfEpisodes } from '#server/catalogue/episode-pages.ts';
import type { EpisodeRow } from '#server/db/tables.ts';

const all = Array.from({ length: 7 }, (_, index) => ({ id: index + 1 }) as EpisodeRow);

test.each([
  ['the first ones', {}, [1, 2, 3]],
  ['further ones', { offset: 3 }, [4, 5, 6]],
  ['the last ones, fewer', { offset: 6 }, [7]],
  ['none beyond the end', { offset: 7 }, []],
  ['the latest first', { sort: 'latest' }, [7, 6, 5]],
  ['the latest of the second page', { sort: 'latest', offset: 3 }, [4, 3, 2]],
  ['all', { limit: 100 }, [1, 2, 3, 4, 5, 6, 7]],
] as const)('a page of episodes has %s', (_name, query, ids) => {
  const page = pageOfEpisodes(all, { sort: 'oldest', limit: 3, offset: 0, ...query });
  expect([page.count, page.episodes.map(({ id }) => id)]).toEqual([7, ids]);
});

test('the first page has the seasons, in each order, and no other page has them', () => {
  const named = [1, 2].flatMap((season) =>
    Array.from({ length: 12 }, (_, index) => ({ episode_num: `${season}기 ${index + 1}화` }) as EpisodeRow),
  );
  const seasonsOf = (sort: 'oldest' | 'latest', offset: number) =>
    pageOfEpisodes(named, { sort, limit: 10, offset }).seasons.map(({ name }) => name);
  expect([seasonsOf('oldest', 0), seasonsOf('latest', 0), seasonsOf('oldest', 0)]).toEqual([
    ['1기', '2기'],
    ['1기', '2기'],
    ['1기', '2기'],
  ]);
  expect([seasonsOf('oldest', 10), seasonsOf('latest', 20)]).toEqual([[], []]);
});
