import { describe, expect, test } from 'vitest';
import { ASK_BELOW, guessFromName, isSameName, seasonName } from '#server/intake/names.ts';
import { readFolderName } from '#server/intake/names/read-stem.ts';

const guess = (path: string) => {
  const { title, season, episode, subject } = guessFromName(path);
  return [title, season, episode, subject];
};

describe('a name', () => {
  test.each<[string, ReturnType<typeof guess>]>([
    ['[Group] Title - 03 (1080p).mkv', ['Title', undefined, 3, undefined]],
    ['[Group] Title [03][1080p].mkv', ['Title', undefined, 3, undefined]],
    ['[Group] Long Way - 28v2 (1080p) [ABCDEF01].mkv', ['Long Way', undefined, 28, undefined]],
    ['Title S01E03.mkv', ['Title', 1, 3, undefined]],
    ['Title.S02E11.1080p.WEB-DL.mkv', ['Title', 2, 11, undefined]],
    ['Title 2nd Season - 05.mkv', ['Title', 2, 5, undefined]],
    ['Title - 12.5.mkv', ['Title', undefined, 12.5, undefined]],
    ['Mob 100 - 07.mkv', ['Mob 100', undefined, 7, undefined]],
    ['86 - 05.mkv', ['86', undefined, 5, undefined]],
    ['달빛 여우 3화.mkv', ['달빛 여우', undefined, 3, undefined]],
    ['[그룹] 달빛 여우 2기 제03화 [1080p].mkv', ['달빛 여우', 2, 3, undefined]],
    ['달빛 여우 시즌 2 11회.mkv', ['달빛 여우', 2, 11, undefined]],
    ['달빛 여우 3화.mkv'.normalize('NFD'), ['달빛 여우', undefined, 3, undefined]],
    ['Title (2019) 1080p.mkv', ['Title', undefined, undefined, undefined]],
    ['2020.mkv', ['2020', undefined, undefined, undefined]],
    ['03.mkv', [undefined, undefined, 3, undefined]],
    ['Title (2026) - S01E03 - 015 - The wish [1080p].mkv', ['Title', 1, 3, 'The wish']],
    ['Title S01E03 (015) - The wish.mkv', ['Title', 1, 3, 'The wish']],
    ['Title S01E03 - 100 wishes.mkv', ['Title', 1, 3, '100 wishes']],
    ['03 - The wish.mkv', [undefined, undefined, 3, 'The wish']],
    ['紙の凧 第5話「二つの船」.mkv', ['紙の凧', undefined, 5, '二つの船']],
  ])('%j says title, season, episode and subject', (name, said) => {
    expect(guess(name)).toEqual(said);
  });
});

describe('folders', () => {
  test.each<[string, ReturnType<typeof guess>]>([
    ['Title/Season 2/03.mkv', ['Title', 2, 3, undefined]],
    ['달빛 여우/2기/03.mkv', ['달빛 여우', 2, 3, undefined]],
    ['달빛 여우 2기/03.mkv', ['달빛 여우', 2, 3, undefined]],
    ['Title/S01E03.mkv', ['Title', 1, 3, undefined]],
    ['[Group] Title [1080p]/04.mkv', ['Title', undefined, 4, undefined]],
    ['Other/Title - 05.mkv', ['Title', undefined, 5, undefined]],
    ['Videos/06.mkv', [undefined, undefined, 6, undefined]],
  ])('%j say what the name leaves out', (path, said) => {
    expect(guess(path)).toEqual(said);
  });
});

describe('a hostile name', () => {
  test.each([
    '$(reboot).mkv',
    `a'b"c\n - 04.mkv`,
    '[[[[[[[[[[.mkv',
    '.mkv',
    '-.mkv',
    '\u0000\u202e.mkv',
    `${'가'.repeat(83)}.mkv`,
    `${'- '.repeat(120)}.mkv`,
    '-1.mkv',
    '99999999999999999999.mkv',
  ])('%j gives a title that the catalogue can hold, or none', (name) => {
    const { title, season, episode } = guessFromName(name);
    if (title !== undefined) {
      expect(title).toMatch(/[\p{L}\p{N}]/u);
      expect(title).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(Array.from(seasonName(title, season)).length).toBeLessThanOrEqual(60);
    }
    expect([season ?? 1, episode ?? 1].every((number) => number >= 0 && number < 1900)).toBe(true);
  });
});

describe('a doubt', () => {
  test.each([
    ['several seasons', 'Lantern Tide (S01+S02+Movies) [BD].mkv'],
    ['a season without a number', '달빛 여우 3기.mkv'],
    ['a last episode without a number', '달빛 여우 최종화.mkv'],
    ['a part in words', 'Lantern.Tide.Part.Two.720p.mkv'],
    ['a range', 'Lantern Tide S02E04-E05.mkv'],
    ['a special that may be a work of its own', '[Grp] Lantern Tide - SP01 [BD].mkv'],
    ['a name in two scripts', '[Grp] Lantern Tide 灯の潮 第01話.mkv'],
    ['words behind what says how it was made', 'Lantern Blu-ray RAIN & SNOW - Main (1080p).mkv'],
    ['a number within letters', 'grp-lanterns01e11-1080p.mkv'],
    ['two numbers, of which the smaller one is behind', 'Lantern Tide - 29 (04).mkv'],
    ['a day in the place of a number', 'Lantern Tide - 2019-03-08 - Rain.mkv'],
    ['season and episode in one number', 'Lantern.Tide.204.HDTV.x264-GRP.mkv'],
    ['a part of a series', 'Lantern.Tide.Part.2.HDTV.x264-GRP.mkv'],
    ['two names', 'Фонарь (S2E1) ／ Lantern Tide (S2E1).mkv'],
    ['an extra volume, which may be a work of its own', '달빛 여우 OVA 2화.mkv'],
    ['a folder that is only a number', '달빛 여우/2/04.mkv'],
    ['a title that is longer than the catalogue allows', `${'긴 이름의 여우 '.repeat(8)}3화.mkv`],
  ])('%s is asked about', (_what, path) => {
    expect(Math.min(...Object.values(guessFromName(path).confidence))).toBeLessThan(ASK_BELOW);
  });
});

test('a second season is a title of its own, whose name is not too long for the catalogue', () => {
  expect([seasonName('달빛 여우', undefined), seasonName('달빛 여우', 1)]).toEqual(['달빛 여우', '달빛 여우']);
  expect(seasonName('달빛 여우', 2)).toBe('달빛 여우 2기');
  expect(seasonName('달빛 여우', 0)).toBe('달빛 여우 스페셜');
  expect(Array.from(seasonName('가'.repeat(60), 12))).toHaveLength(60);
});

test('titles are compared without case, spaces and punctuation', () => {
  expect(isSameName('Moon-Fox', 'moon fox!')).toBe(true);
  expect(isSameName('달빛 여우'.normalize('NFD'), '달빛여우')).toBe(true);
  expect(isSameName('Moon Fox', 'Moon Fox 2기')).toBe(false);
});

test.each([
  ['Lantern Tide 12', { title: 'Lantern Tide 12' }],
  ['Lantern Tide 01-12', { title: 'Lantern Tide' }],
  ['Lantern Tide 1x9', { title: 'Lantern Tide', season: 1 }],
])('a number at the end of the folder %j is part of the title where it can be', (folder, read) => {
  expect(readFolderName(folder)).toMatchObject(read);
});
