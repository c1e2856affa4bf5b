import { describe, expect, test } from 'vitest';
import type { Episode } from '#contract/catalogue.ts';
import type { EpisodePage, EpisodeSort } from '#src/api/catalogue.ts';
import { chipsOf, hundredAt, hundredsOf, numberOf } from '#src/features/episodes/list/episode-number.ts';
import {
  findEpisodeIndex,
  wantedByNumber,
  wantedByOrder,
  wantedEpisode,
} from '#src/features/episodes/list/find-episode.ts';
import { addDigit } from '#src/features/episodes/list/number-dialog.tsx';
import { pagesNear, watchPages } from '#src/features/episodes/list/use-episode-list.ts';

describe('the number of an episode', () => {
  test.each([
    ['500화', 500],
    ['제12회', 12],
    ['1,024화', 1024],
    ['12.5화', 12.5],
    ['시즌2 3화', 3],
    ['3화 (2부)', 3],
    ['Episode 7', 7],
    ['특별편', 9],
  ])('of "%s" is %d', (episode_num, number) => {
    expect(numberOf({ episode_num, order: 9 })).toBe(number);
  });
});

describe('chips of seasons', () => {
  const seasons = [
    { name: '시즌 1', first: 0, count: 24 },
    { name: '시즌 2', first: 24, count: 130 },
  ];

  test('stand for each season, and for each hundred of a longer one', () => {
    expect(chipsOf(154, 'oldest', seasons)).toEqual([
      { label: '시즌 1', first: 0, isSeason: true },
      { label: '시즌 2 1–100', first: 24, isSeason: true },
      { label: '시즌 2 101–130', first: 124, isSeason: true },
    ]);
  });

  test('lead to their newest episode in a list from the newest', () => {
    expect(chipsOf(154, 'latest', seasons).map(({ label, first }) => [label, first])).toEqual([
      ['시즌 2 101–130', 0],
      ['시즌 2 1–100', 30],
      ['시즌 1', 130],
    ]);
  });

  test('give way to hundreds where there is one season', () => {
    expect(chipsOf(201, 'oldest', []).map(({ label }) => label)).toEqual(['1–100', '101–200', '201']);
  });
});

describe('chips of a hundred', () => {
  test('appear above a hundred episodes, and end with the last one', () => {
    expect(hundredsOf(100, 'oldest')).toEqual([]);
    expect(hundredsOf(201, 'oldest').map(({ label }) => label)).toEqual(['1–100', '101–200', '201']);
    expect(hundredsOf(1128, 'oldest')[11]).toEqual({ label: '1101–1128', first: 1100 });
  });

  test('begin with the newest at the last hundred, and at the index of its newest episode', () => {
    const chips = hundredsOf(1128, 'latest');
    expect(chips.slice(0, 2)).toEqual([
      { label: '1101–1128', first: 0 },
      { label: '1001–1100', first: 28 },
    ]);
    expect(chips[11]).toEqual({ label: '1–100', first: 1028 });
  });

  test.each([
    [0, 0],
    [99, 0],
    [100, 1],
    [1127, 11],
  ])('contain the episode at index %d in chip %d', (index, chip) => {
    expect(hundredAt(hundredsOf(1128, 'oldest'), index)).toBe(chip);
  });
});

/** A list of episodes by their numbers, in pages of twenty; counts what is loaded. */
function listOf(numbers: readonly (number | string)[], sort: EpisodeSort) {
  const episodes = numbers.map((number, index) => {
    const episode_num = typeof number === 'number' ? `${number}화` : number;
    return { id: 1000 + index, order: index + 1, episode_num } as Episode;
  });
  const sorted = sort === 'oldest' ? episodes : [...episodes].reverse();
  const loaded: number[] = [];
  const load = async (page: number): Promise<EpisodePage> => {
    if (!loaded.includes(page)) loaded.push(page);
    return { page, count: sorted.length, results: sorted.slice(page * 20, page * 20 + 20) };
  };
  return { load, loaded, sorted };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('finding an episode', () => {
  test.each(['oldest', 'latest'] as const)(
    'an episode of a thousand by its number takes two pages (%s)',
    async (sort) => {
      const list = listOf(upTo(1128), sort);
      const index = await findEpisodeIndex(list.load, wantedByNumber(500), sort);
      expect(list.sorted[index ?? -1]?.episode_num).toBe('500화');
      expect(list.loaded.length).toBeLessThanOrEqual(2);
    },
  );

  test.each([
    ['that begin with a special', ['특별편', ...upTo(300)]],
    ['of which many are missing', upTo(1000).filter((number) => number % 3 === 0)],
    ['that go on from another title', upTo(300).map((number) => number + 99)],
  ])('finds every number of episodes %s', async (_name, numbers) => {
    for (const sort of ['oldest', 'latest'] as const) {
      const list = listOf(numbers, sort);
      for (const number of [numbers[1], numbers[150], numbers[numbers.length - 1]] as number[]) {
        const index = await findEpisodeIndex(list.load, wantedByNumber(number), sort);
        expect(list.sorted[index ?? -1]?.episode_num).toBe(`${number}화`);
      }
    }
  });

  test('finds nothing where there is no such number, and ends', async () => {
    const list = listOf(
      upTo(300).filter((number) => number !== 150),
      'oldest',
    );
    expect(await findEpisodeIndex(list.load, wantedByNumber(150), 'oldest')).toBeNull();
    expect(await findEpisodeIndex(list.load, wantedByNumber(9999), 'oldest')).toBeNull();
    expect(await findEpisodeIndex(listOf([], 'oldest').load, wantedByNumber(1), 'oldest')).toBeNull();
  });

  test('finds episodes whose names have no numbers by their order', async () => {
    const list = listOf(['봄', '여름', '가을', '겨울'], 'oldest');
    expect(await findEpisodeIndex(list.load, wantedByNumber(3), 'oldest')).toBeNull();
    expect(await findEpisodeIndex(list.load, wantedByOrder(3), 'oldest')).toBe(2);
  });

  test('finds a known episode by its id', async () => {
    const list = listOf(upTo(1128), 'oldest');
    expect(await findEpisodeIndex(list.load, wantedEpisode({ id: 1699, order: 700 }), 'oldest')).toBe(699);
  });
});

describe('the pages that a list watches', () => {
  test('are those around the viewer', () => {
    expect(pagesNear(0)).toEqual([0]);
    expect(pagesNear(10)).toEqual([0, 1]);
    expect(pagesNear(499)).toEqual([24, 25]);
  });

  test('stay the same while nothing is missing', () => {
    const watched = [0, 1];
    expect(watchPages(watched, [1])).toBe(watched);
  });

  test('are a bounded number: the first, and those needed last', () => {
    let watched: readonly number[] = [0];
    for (let page = 1; page < 50; page += 1) watched = watchPages(watched, [page]);
    expect(watched).toEqual([0, 45, 46, 47, 48, 49]);
  });
});

test('a digit adds to a number without leading zeros, up to the length of the highest', () => {
  expect(addDigit('', '5', 1128)).toBe('5');
  expect(addDigit('0', '5', 1128)).toBe('5');
  expect(addDigit('500', '1', 1128)).toBe('5001');
  expect(addDigit('50', '1', 68)).toBe('50');
});
