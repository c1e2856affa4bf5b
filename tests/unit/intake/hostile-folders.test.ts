import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ASK_BELOW } from '#server/intake/names.ts';
import { planTitles } from '#server/intake/plan-titles.ts';
import { relinkSource } from '#server/intake/probe/input-file.ts';
import type { ListFolder } from '#server/intake/beside/subtitle-folders.ts';
import { scan } from '#server/intake/scan.ts';
import { problemOf } from '../../../scripts/media/plan-add.ts';
import { readBeside } from '../../../scripts/media/read-beside.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'bora-hostile-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function fill(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), 'video');
  }
}
const NOTHING = { title: undefined, name: undefined, season: undefined, episode: undefined };
const planned = async () => planTitles((await scan(folder)).videos, NOTHING);

describe('names', () => {
  test('names of 255 bytes are read, and planned with a title that the catalogue can hold', async () => {
    const name = `${'가'.repeat(82)} 1화.mkv`;
    expect(Buffer.byteLength(name)).toBe(255);
    await fill([name]);
    const [title] = await planned();
    expect(title!.name).toBe('가'.repeat(60));
    expect(title!.episodes).toMatchObject([{ number: 1, isUnsure: true }]);
  });

  test('names in decomposed Hangul are those of the composed title', async () => {
    await fill(['달빛 여우 1화.mkv', '달빛 여우 2화.mkv'.normalize('NFD')]);
    expect((await planned()).map(({ name, episodes }) => [name, episodes.map(({ number }) => number)])).toEqual([
      ['달빛 여우', [1, 2]],
    ]);
  });

  test('names with signs for control and direction show none of them', async () => {
    await fill(['\u202e달빛\u0007 여우\u2066\n 1화.mkv']);
    const [title] = await planned();
    expect(title!.name).toBe('달빛 여우');
  });

  test('names that begin with dashes or dots are only names', async () => {
    await fill(['--title/-rf 1화.mkv', '...너의 여우 2화.mkv', '..mkv']);
    const { videos } = await scan(folder);
    expect(videos.map(({ source }) => dirname(source))).toEqual([join(folder, '--title')]);
    expect(videos.map(({ guess }) => [guess.title, guess.episode])).toEqual([['rf', 1]]);
  });

  test('a name that is not UTF-8 is reported', async () => {
    await fill(['여우/1화.mkv']);
    const odd = Buffer.concat([
      Buffer.from(join(folder, '여우/')),
      Buffer.from([0xbf, 0xa9, 0xbf]),
      Buffer.from('.mkv'),
    ]);
    // Some disks refuse such a name.
    const isWritten = await writeFile(odd, 'video').then(
      () => true,
      () => false,
    );
    const { videos, skipped } = await scan(folder);
    expect(videos).toHaveLength(1);
    expect(skipped).toEqual(isWritten ? [expect.stringContaining('has a name that is no UTF-8: rename it.')] : []);
  });
});

describe('folders', () => {
  test('folders that are 40 deep are left out by name, and the others are read', async () => {
    await fill([`${'깊이/'.repeat(40)}1화.mkv`, '여우/1화.mkv']);
    const { videos, skipped } = await scan(folder);
    expect(videos).toHaveLength(1);
    expect(skipped).toEqual(['"깊이" lies too deep: left out.']);
  });

  test('folders with loops of links end, and the links that lead nowhere are named', async () => {
    await fill(['여우/1화.mkv']);
    await symlink('..', join(folder, '여우/위'));
    await symlink('원', join(folder, '여우/원'));
    const { videos, skipped } = await scan(folder);
    expect(videos).toHaveLength(1);
    expect(skipped).toEqual(['"원" is a symbolic link that leads nowhere or to itself: left out.']);
  });

  test('folders with too many videos are refused by name', async () => {
    await fill(Array.from({ length: 2001 }, (_, index) => `여우/${index}화.mkv`));
    await expect(scan(folder)).rejects.toThrow(
      `"${basename(folder)}" has more than 2000 videos: add a part of it at a time.`,
    );
  });

  const listing = (count: number): ListFolder => {
    const entry = (name: string) => ({ name, isSymbolicLink: () => false, isDirectory: () => false });
    const notes = Array.from({ length: count }, (_, index) => entry(`메모 ${index}.txt`));
    return () => Promise.resolve([...notes, entry('달빛 여우 2화.mkv'), entry('달빛 여우 1화.mkv')]);
  };

  test('a folder with 100,000 entries has the videos that are among them', async () => {
    const { videos, skipped } = await scan(folder, 10, listing(100_000));
    expect(videos.map(({ guess }) => [guess.title, guess.episode])).toEqual([
      ['달빛 여우', 1],
      ['달빛 여우', 2],
    ]);
    expect(skipped).toEqual([]);
  });

  test('a folder with more entries than a library has is refused by name', async () => {
    await expect(scan(folder, 10, listing(200_000))).rejects.toThrow(
      `"${basename(folder)}" has more than 200000 files: add a part of it at a time.`,
    );
  });

  test('folders with many files that are left out say how many', async () => {
    await fill(['여우/1화.mkv', ...Array.from({ length: 60 }, (_, index) => `여우/${index}.m3u8`)]);
    const { skipped } = await scan(folder);
    expect(skipped).toHaveLength(51);
    expect(skipped.at(-1)).toBe('10 more are left out.');
  });
});

test('pipes that are called like metadata, pictures and subtitles keep nobody waiting', async () => {
  await fill(['여우/1화.mkv']);
  const pipes = ['1화.nfo', 'tvshow.nfo', 'poster.jpg', '1화-thumb.jpg', '1화.ko.srt'];
  for (const pipe of pipes) execFileSync('mkfifo', [join(folder, '여우', pipe)]);
  const { videos } = await scan(folder);
  expect(await readBeside(folder, videos)).toMatchObject([{ pictures: {}, beside: { title: null, files: [] } }]);
});

test('one name in three spellings is three files of one episode, which asks', async () => {
  await fill(['여우/1화.mkv', '여우/1화.MKV', '여우/1화.mkv'.normalize('NFD')]);
  const [title] = await planned();
  expect(title!.episodes.map(({ number }) => number)).toEqual([1, 1, 1]);
  expect(problemOf(title!)).toContain('episode 1');
});

test('a folder that is called like a video is a folder', async () => {
  await fill(['달빛 여우/2화.mkv/2화.mkv', '달빛 여우/3화.mkv/영상.mkv']);
  expect((await planned()).map(({ name, episodes }) => [name, episodes.map(({ number }) => number)])).toEqual([
    ['달빛 여우', [2, 3]],
  ]);
});

test('a file that changed since it was read is refused by its name', async () => {
  await fill(['여우/1화.mkv']);
  const source = join(folder, '여우/1화.mkv');
  const job = await mkdtemp(join(folder, 'job-'));
  await expect(relinkSource(source, job, { bytes: 4, modifiedMs: 0 })).rejects.toMatchObject({
    code: 'SOURCE_CHANGED',
    message: expect.stringContaining('"1화.mkv"') as string,
  });
});

test('one wrong name of many does not make the others unsure', async () => {
  await fill([
    ...Array.from({ length: 12 }, (_, index) => `여우/달빛 여우 - ${String(index + 1).padStart(2, '0')}.mkv`),
    '여우/달빛 여우 - 이상한 파일 (2).mkv',
  ]);
  const { videos } = await scan(folder);
  const sure = videos.filter(({ guess }) => Math.min(...Object.values(guess.confidence)) >= ASK_BELOW);
  expect(sure).toHaveLength(12);
});
