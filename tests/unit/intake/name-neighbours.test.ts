import { describe, expect, test } from 'vitest';
import { ASK_BELOW, guessFromNames } from '#server/intake/names.ts';

const two = (number: number) => String(number).padStart(2, '0');
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const read = (paths: readonly string[]) =>
  guessFromNames(paths).map(({ title, season, episode }) => [title, season, episode]);
const lowest = (paths: readonly string[]) =>
  Math.min(...guessFromNames(paths).flatMap(({ confidence }) => Object.values(confidence)));

describe('numbers that run through a folder', () => {
  const words = [
    'Rain',
    'Two Boats',
    '7 Stones',
    'Fog',
    'The 3rd Bell',
    'Night',
    'Salt',
    'Home',
    'Ice',
    'Paper',
    'Ash',
    'Sea',
  ];
  test.each<[string, (number: number) => string]>([
    ['behind the title, in front of words', (number) => `Lantern Tide ${number} ${words[number - 1]!}.mkv`],
    ['without a zero at the end', (number) => `Lantern Tide ${number} [1080p][0${number}ABCDEF].mkv`],
    ['in a title that ends in a number', (number) => `Lantern Tide 86 ${two(number)} ${words[number - 1]!}.mkv`],
    ['from groups that differ', (number) => `[Grp${number}] Lantern Tide ${number}.mkv`],
    ['at the start', (number) => `${number} ${words[number - 1]!}.mkv`],
    ['with versions', (number) => `Lantern.Tide.${two(number)}v${1 + (number % 2)}.mkv`],
  ])('a running number %s is the episode', (what, nameOf) => {
    const paths = numbers(12).map((number) => `Lantern Tide/${nameOf(number)}`);
    const title = what.includes('ends in a number') ? 'Lantern Tide 86' : 'Lantern Tide';
    expect(read(paths)).toEqual(numbers(12).map((number) => [title, undefined, number]));
    expect(lowest(paths)).toBeGreaterThanOrEqual(ASK_BELOW);
  });

  test('a single file with a number in its name is asked about', () => {
    expect(lowest(['Lantern Tide/Lantern Tide 12.mkv'])).toBeLessThan(ASK_BELOW);
    expect(lowest(['Lantern Tide/5 Centimeter.mkv'])).toBeLessThan(ASK_BELOW);
  });

  test('films with numbers far apart do not form a season', () => {
    const paths = ['Films/Summer 1994.mkv', 'Films/Summer 2003.mkv', 'Films/Summer 2019.mkv'];
    expect(lowest(paths)).toBeLessThan(ASK_BELOW);
  });
});

test('a number at the end of names that all differ is the episode of the folder, and asked about', () => {
  const paths = ['Rain 01', 'Two Boats 02', 'Fog 03', 'Night 04'].map((name) => `Lantern Tide/${name}.mkv`);
  expect(read(paths)).toEqual([1, 2, 3, 4].map((number) => ['Lantern Tide', undefined, number]));
  expect(lowest(paths)).toBeLessThan(ASK_BELOW);
});

test('a slip in one title does not part the file from its folder, and is asked about', () => {
  const paths = numbers(12).map(
    (number) => `Lantern Tide/${number === 7 ? 'Lantren' : 'Lantern'} Tide - ${two(number)}.mkv`,
  );
  expect(read(paths)).toEqual(numbers(12).map((number) => ['Lantern Tide', undefined, number]));
  const unsure = guessFromNames(paths).flatMap(({ confidence }, index) =>
    confidence.title < ASK_BELOW ? [index + 1] : [],
  );
  expect(unsure).toEqual([7]);
});

test('a number of television, which may be season and episode, is asked about in a folder too', () => {
  const paths = numbers(4).map((number) => `Tide/Lantern.Tide.1${two(number)}.HDTV.x264-GRP.mkv`);
  expect(read(paths)).toEqual(numbers(4).map((number) => ['Lantern Tide', 1, number]));
  expect(lowest(paths)).toBeLessThan(ASK_BELOW);
});

test('seasons of one folder stay apart', () => {
  const paths = [1, 2].flatMap((season) => numbers(4).map((number) => `Tide/Season ${season}/${two(number)}.mkv`));
  expect(read(paths)).toEqual([1, 2].flatMap((season) => numbers(4).map((number) => ['Tide', season, number])));
});

test('specials and openings in a folder change nothing about its episodes', () => {
  const paths = [
    ...numbers(4).map((number) => `Tide Harbor/Tide Harbor - ${two(number)}.mkv`),
    'Tide Harbor/Tide Harbor - NCOP1.mkv',
    'Tide Harbor/Tide Harbor - S00E01.mkv',
    'Tide Harbor/Specials/Tide Harbor - 02.mkv',
  ];
  expect(guessFromNames(paths).map(({ kind, season, episode }) => [kind, season, episode])).toEqual([
    ...numbers(4).map((number) => ['episode', undefined, number]),
    ['opening', undefined, undefined],
    ['special', 0, 1],
    ['special', 0, 2],
  ]);
});
