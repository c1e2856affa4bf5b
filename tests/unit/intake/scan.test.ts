import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { scan, ScanError } from '#server/intake/scan.ts';
import { isSure, planTitles, problemOf, settle } from '../../../scripts/media/plan-add.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'bora-scan-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function fill(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), 'video');
  }
}
const NOTHING = { title: undefined, name: undefined, season: undefined, episode: undefined };

describe('a folder', () => {
  test('gives its videos in the order of their numbers, with pictures of the title', async () => {
    await fill(['여우/10.mkv', '여우/9.mkv', '여우/Poster.JPG', '여우/2기/1.mkv', '여우/9.ko.srt', '여우/.hidden.mkv']);
    const { videos, skipped } = await scan(join(folder, '여우'));
    expect(videos.map(({ shown }) => shown)).toEqual(['여우/2기/1.mkv', '여우/9.mkv', '여우/10.mkv']);
    expect(videos.map(({ guess: { title, season, episode } }) => [title, season, episode])).toEqual([
      ['여우', 2, 1],
      ['여우', undefined, 9],
      ['여우', undefined, 10],
    ]);
    expect(videos.every(({ pictures }) => pictures.poster === join(folder, '여우/Poster.JPG'))).toBe(true);
    expect(skipped).toEqual([]);
  });

  test('leaves out playlists and links that lead out of it, and says so', async () => {
    await fill(['in/1.mkv', 'in/list.m3u8', 'in/show.strm', 'out/secret.mkv']);
    await symlink(join(folder, 'out/secret.mkv'), join(folder, 'in/2.mkv'));
    await symlink(join(folder, 'out'), join(folder, 'in/more'));
    await symlink(join(folder, 'in/1.mkv'), join(folder, 'in/same.mkv'));
    const { videos, skipped } = await scan(join(folder, 'in'));
    expect(videos.map(({ source }) => source)).toEqual([join(folder, 'in/1.mkv')]);
    expect(skipped.sort()).toEqual([
      '"2.mkv" is a symbolic link out of the folder: left out.',
      '"list.m3u8" is a playlist: left out.',
      '"more" is a symbolic link out of the folder: left out.',
      '"same.mkv" is a link to a file that is added itself.',
      '"show.strm" is a playlist: left out.',
    ]);
  });

  test('leaves out what was deleted, what is packed and what has not arrived, and says so', async () => {
    await fill(['1.mkv', '#recycle/2.mkv', 'sub/$RECYCLE.BIN/3.mkv', '@eaDir/1.mkv/4.mkv', 'lost+found/5.mkv']);
    await fill(['disc.ISO', 'pack.rar', 'pack.r00', '6.mkv.part', '7.mkv.!qB']);
    const { videos, skipped } = await scan(folder);
    expect(videos.map(({ source }) => source)).toEqual([join(folder, '1.mkv')]);
    expect(skipped.sort()).toEqual([
      '"#recycle" has deleted files: left out.',
      '"$RECYCLE.BIN" has deleted files: left out.',
      '"6.mkv.part" has not arrived yet: left out.',
      '"7.mkv.!qB" has not arrived yet: left out.',
      '"disc.ISO" is an archive or a disc: left out. Add the videos in it.',
      '"pack.rar" is an archive or a disc: left out. Add the videos in it.',
    ]);
  });

  test('names subtitles that belong to none of its videos, and folders of subtitles without videos beside them', async () => {
    await fill([
      'a/여우 1화.mkv',
      'a/여우 2화.mkv',
      'a/여우 1화.ko.srt',
      'a/Subs/여우 2화/2_Korean.SRT',
      'a/Subs/9.ko.srt',
    ]);
    await fill(['a/다른 것.smi', 'Subs/여우 1화.ko.srt']);
    expect((await scan(folder)).skipped.sort()).toEqual([
      '"Subs" has subtitles and no video: left out. Move them beside their videos.',
      ...['9.ko.srt', '다른 것.smi'].map(
        (name) =>
          `Subtitle file "${name}" is left out: its name does not say its video and its language. Rename it like the video, with a language and an ending (video.ko.srt).`,
      ),
    ]);
  });

  test('is read to a depth of five folders', async () => {
    const nested = (depth: number) => `${'a/'.repeat(depth)}1.mkv`;
    await fill([`in/${nested(5)}`, `in/b/${nested(5)}`]);
    const { videos, skipped } = await scan(join(folder, 'in'));
    expect(videos.map(({ source }) => source)).toEqual([join(folder, 'in', nested(5))]);
    expect(skipped).toEqual(['"a" lies too deep: left out.']);
  });

  test('gives pictures by their names, unless they are empty', async () => {
    await fill(['in/1.mkv', 'in/poster.txt', 'in/wide.png', 'in/other.jpg']);
    await writeFile(join(folder, 'in/backdrop.jpg'), '');
    const { videos } = await scan(join(folder, 'in'));
    expect(videos[0]!.pictures).toEqual({ wide: join(folder, 'in/wide.png') });
  });

  test('may be limited to so many videos', async () => {
    await fill(['in/1.mkv', 'in/2.mkv']);
    expect((await scan(join(folder, 'in'), 2)).videos).toHaveLength(2);
    await expect(scan(join(folder, 'in'), 1)).rejects.toThrow('more than 1 videos');
  });

  test('leaves out what is no episode, and says what it is', async () => {
    await fill([
      '여우/여우 - 01.mkv',
      '여우/여우 - NCOP1.mkv',
      '여우/여우 - 예고편.mkv',
      '여우/특전/대담.mkv',
      '여우/SP/01.mkv',
    ]);
    const { videos, skipped } = await scan(join(folder, '여우'));
    expect(planTitles(videos, NOTHING).map(({ name, episodes }) => [name, episodes.length])).toEqual([
      ['여우', 1],
      ['여우 스페셜', 1],
    ]);
    expect(new Set(skipped)).toEqual(
      new Set([
        '"대담.mkv" is an extra: left out. Add it alone if it is an episode.',
        '"여우 - 예고편.mkv" is a trailer: left out. Add it alone if it is an episode.',
        '"여우 - NCOP1.mkv" is an opening alone: left out. Add it alone if it is an episode.',
      ]),
    );
    expect((await scan(join(folder, '여우/여우 - NCOP1.mkv'))).videos).toHaveLength(1);
  });

  test('takes old and rare containers', async () => {
    const endings = 'ogm rmvb rm asf divx tp mk3d f4v'.split(' ');
    await fill(endings.map((ending, index) => `in/Fox - 0${index + 1}.${ending}`));
    expect((await scan(join(folder, 'in'))).videos).toHaveLength(endings.length);
  });

  test('a folder without a video is refused', async () => {
    await fill(['in/readme.txt']);
    await expect(scan(join(folder, 'in'))).rejects.toThrow(new ScanError('"in" has no video.'));
  });
});

test.each([
  ['list.m3u8', '"list.m3u8" is a playlist, which may name files anywhere. Add the videos themselves.'],
  ['notes.txt', '"notes.txt" has no ending of a video, such as .mkv or .mp4.'],
  ['gone.mkv', '"gone.mkv" is not there.'],
  ['link.mkv', '"link.mkv" is a symbolic link. Add the file that it names.'],
])('the file %s is refused', async (name, message) => {
  await fill(['list.m3u8', 'notes.txt', 'real.mkv']);
  await symlink(join(folder, 'real.mkv'), join(folder, 'link.mkv'));
  await expect(scan(join(folder, name))).rejects.toThrow(new ScanError(message));
});

test('videos are grouped by title and season, unless the operator names one', async () => {
  await fill(['a/[G] Fox - 01.mkv', 'a/fox - 02.mkv', 'a/Fox S02E01.mkv', 'a/A film.mkv']);
  const { videos } = await scan(join(folder, 'a'));
  const plan = planTitles(videos, NOTHING);
  expect(plan.map(({ name, episodes }) => [name, episodes.map(({ number }) => number)])).toEqual([
    ['Fox', [1, 2]],
    ['A film', [1]],
    ['Fox 2기', [1]],
  ]);
  expect(plan.map(problemOf)).toEqual([undefined, undefined, undefined]);
  const [one, ...others] = planTitles(videos, { ...NOTHING, title: 12 });
  expect(others).toEqual([]);
  expect(one).toMatchObject({ id: 12 });
  expect(problemOf(one!)).toBe('No name says the number of a/A film.mkv: add it alone with --episode N.');
  expect(problemOf({ ...one!, episodes: one!.episodes.filter(({ number }) => number !== undefined) })).toMatch(
    /^Two files are episode 1/,
  );
});

test('what leaves a doubt is refused by its name, and the rest of the folder is added', async () => {
  await fill([
    'a/Fox - 01.mkv',
    'a/Fox - 02.mkv',
    'a/Fox - 03-04.mkv',
    'a/Owl 12.mkv',
    'a/Elk - 01.mkv',
    'a/elk - 01v2.mkv',
  ]);
  const { videos } = await scan(join(folder, 'a'));
  const { titles, refused } = settle(planTitles(videos, NOTHING));
  expect(titles.map(({ name, episodes }) => [name, episodes.map(({ number }) => number)])).toEqual([['Fox', [1, 2]]]);
  expect(refused).toHaveLength(4);
  for (const name of ['Fox - 03-04.mkv', 'Owl 12.mkv', 'Elk - 01.mkv', 'elk - 01v2.mkv'])
    expect(refused.filter((line) => line.includes(`a/${name}`))).toHaveLength(1);
  // What the operator gives leaves no doubt.
  const given = { ...NOTHING, name: 'Owl', episode: 12 };
  expect(
    settle(
      planTitles(
        videos.filter(({ shown }) => shown.includes('Owl')),
        given,
      ),
    ).refused,
  ).toEqual([]);
});

test('a title is sure when each of its files has a number of its own and a name without a doubt', async () => {
  await fill(['a/Fox - 01.mkv', 'a/Fox - 02.mkv', 'a/Owl 12.mkv', 'a/Elk - 01.mkv', 'a/elk - 01v2.mkv']);
  const plan = planTitles((await scan(join(folder, 'a'))).videos, NOTHING);
  expect(plan.filter(isSure).map(({ name }) => name)).toEqual(['Fox']);
});

test('specials do not take the numbers of the first season', async () => {
  await fill(['Fox Tale/Season 00/Fox Tale - S00E01.mkv', 'Fox Tale/Season 01/Fox Tale - S01E01.mkv']);
  const { videos } = await scan(join(folder, 'Fox Tale'));
  const { titles, refused } = settle(planTitles(videos, NOTHING));
  expect(titles.map(({ name, episodes }) => [name, episodes.map(({ number }) => number)])).toEqual([
    ['Fox Tale 스페셜', [1]],
    ['Fox Tale', [1]],
  ]);
  expect(refused).toEqual([]);
});
