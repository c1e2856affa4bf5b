import { describe, expect, test } from 'vitest';
import { proposeTitles } from '#server/intake/inbox/propose.ts';
import { guessFromName } from '#server/intake/names.ts';
import { datedName, isOtherYear } from '#server/intake/plan-titles.ts';

const propose = (...paths: string[]) =>
  proposeTitles(paths.map((path) => ({ id: path, path, kind: 'video' as const }))).map(({ name, facts, episodes }) => ({
    name,
    facts,
    numbers: episodes.map(({ number }) => number),
    isUnsure: episodes.some(({ isUnsure }) => isUnsure),
  }));

describe('the year of a title', () => {
  test.each<[string, number | undefined]>([
    ['Sea Order (2022) - 03.mkv', 2022],
    ['[Grp] Sea_Order_(2022)_03_[1080p].mkv', 2022],
    ['[组] 海序 / Sea Order (2022) 2nd Season - 24.mkv', undefined],
    ['Sea Order (2022)/Season 01/Sea Order (2022) - S01E03.mkv', 2022],
    ['Sea Order (2022)/S01E03.mkv', 2022],
    ['Sea Order (2022)/Sea Order 1x03.mkv', 2022],
    ['Sea Order (2022)/Other - 03.mkv', undefined],
    // Of a season, of an episode, and of what is no year.
    ['Sea Order S2 (2022) - 03.mkv', undefined],
    ['Sea Order/Season 2 (2022)/03.mkv', undefined],
    ['Sea Order - 03 (2022).mkv', undefined],
    ['Sea Order 2199 - 03.mkv', undefined],
    ['Sea Order (1912) - 03.mkv', undefined],
  ])('is read in %s', (path, year) => {
    expect(guessFromName(path).year).toBe(year);
  });

  test('is a fact of a new title, and no part of its name', () => {
    expect(propose('Sea Order (2022)/S01E01.mkv')).toEqual([
      { name: 'Sea Order', facts: { year: 2022 }, numbers: [1], isUnsure: false },
    ]);
  });

  test('says nothing about a later season', () => {
    expect(propose('Sea Order (2022)/S02E01.mkv')).toEqual([
      { name: 'Sea Order 2기', facts: undefined, numbers: [1], isUnsure: false },
    ]);
  });

  test('tells titles of one name apart', () => {
    const files = ['Sea Order (1981)/S01E01.mkv', 'Sea Order (2022)/S01E01.mkv', 'sea order (2022)/S01E02.mkv'];
    expect(propose(...files)).toEqual([
      { name: 'Sea Order (1981)', facts: { year: 1981 }, numbers: [1], isUnsure: false },
      { name: 'Sea Order (2022)', facts: { year: 2022 }, numbers: [1, 2], isUnsure: false },
    ]);
    expect(propose(...files, 'Sea Order/S01E02.mkv').at(-1)).toEqual({
      name: 'Sea Order',
      facts: undefined,
      numbers: [2],
      isUnsure: true,
    });
  });

  test('leads to the title of the catalogue that has it in its name', () => {
    expect(datedName({ base: 'Sea Order', season: 2, year: 2022 })).toBe('Sea Order (2022) 2기');
    expect(datedName({ base: 'Sea Order (2022)', season: 2, year: 2022 })).toBeUndefined();
    expect(datedName({ base: 'Sea Order', season: 2, year: undefined })).toBeUndefined();
  });

  test('tells the title of the catalogue from a newer or an older one', () => {
    expect(isOtherYear({ year: 2009, season: undefined }, 2003)).toBe(true);
    expect(isOtherYear({ year: 2003, season: 1 }, 2009)).toBe(true);
    // Televised in winter, or named after the year of the book.
    expect(isOtherYear({ year: 2009, season: 1 }, 2010)).toBe(false);
    expect(isOtherYear({ year: 2009, season: 2 }, 2012)).toBe(false);
    expect(isOtherYear({ year: undefined, season: 1 }, 2012)).toBe(false);
    expect(isOtherYear({ year: 2009, season: 1 }, undefined)).toBe(false);
  });
});
