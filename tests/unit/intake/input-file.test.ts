import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkInputFile, isPlainFile, isPlaylist, linkSource, relinkSource } from '#server/intake/probe/input-file.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bora-input-'));
});
afterEach(() => rm(folder, { recursive: true }));

const put = async (name: string, content: string | Buffer = 'video') => {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
};
const refused = (code: string, name: string) => ({ code, params: { name: expect.stringContaining(name) as string } });

describe('a source', () => {
  test('a source that is a file of its folder has a size and a time', async () => {
    const path = await put('1.mkv');
    await utimes(path, 1_000, 1_000);
    expect(await checkInputFile(path)).toEqual({ bytes: 5, modifiedMs: 1_000_000 });
  });

  test('a source that is missing, empty or no file is refused by its name', async () => {
    await expect(checkInputFile(join(folder, 'none.mkv'))).rejects.toMatchObject(refused('SOURCE_MISSING', 'none.mkv'));
    await expect(checkInputFile(await put('empty.mkv', ''))).rejects.toMatchObject(
      refused('SOURCE_EMPTY', 'empty.mkv'),
    );
    await mkdir(join(folder, 'folder.mkv'));
    await expect(checkInputFile(join(folder, 'folder.mkv'))).rejects.toMatchObject(
      refused('SOURCE_NO_FILE', 'folder.mkv'),
    );
  });

  test('a source that leads out of its folder is refused, and one that stays in it is not', async () => {
    await mkdir(join(folder, 'in'));
    await mkdir(join(folder, 'in-other'));
    await put('in/real.mkv');
    await put('in-other/outside.mkv');
    await symlink(join(folder, 'in/real.mkv'), join(folder, 'in/same.mkv'));
    await symlink(join(folder, 'in-other/outside.mkv'), join(folder, 'in/away.mkv'));
    expect(await checkInputFile(join(folder, 'in/same.mkv'))).toMatchObject({ bytes: 5 });
    await expect(checkInputFile(join(folder, 'in/away.mkv'))).rejects.toMatchObject(refused('SOURCE_LINK', 'away.mkv'));
  });

  test.each([
    ['list.m3u8', 'video'],
    ['LIST.M3U', 'video'],
    ['link.url', 'video'],
    ['cut.edl', 'video'],
    ['video.mkv', '#EXTM3U\nhttp://127.0.0.1/'],
    ['video.mp4', '  \n<asx>'],
  ])('called %s with %j names other files, and is refused', async (name, content) => {
    await expect(checkInputFile(await put(name, content))).rejects.toMatchObject(refused('SOURCE_PLAYLIST', name));
  });

  test('a source is open for as long as it is looked at alone, also a refused one', async () => {
    const open = async () => (await readdir('/dev/fd')).length;
    const before = await open();
    for (let time = 0; time < 10; time += 1) {
      await checkInputFile(await put('1.mkv'));
      await expect(checkInputFile(await put('2.m3u8', '#EXTM3U'))).rejects.toMatchObject({ code: 'SOURCE_PLAYLIST' });
    }
    expect((await open()) - before).toBeLessThan(5);
  });

  test('a source that has changed since it was probed is refused', async () => {
    const path = await put('1.mkv');
    const job = join(folder, 'job');
    await mkdir(job);
    const probed = await checkInputFile(path);
    await relinkSource(path, job, probed);
    expect(await readFile(join(job, 'source'), 'utf8')).toBe('video');
    for (const other of [
      { ...probed, bytes: probed.bytes + 1 },
      { ...probed, modifiedMs: probed.modifiedMs - 1 },
    ])
      await expect(relinkSource(path, job, other)).rejects.toMatchObject(refused('SOURCE_CHANGED', '1.mkv'));
  });

  test('replaces the link of an earlier try', async () => {
    await linkSource(await put('1.mkv', 'one'), folder);
    await linkSource(await put('2.mkv', 'two'), folder);
    expect(await readFile(join(folder, 'source'), 'utf8')).toBe('two');
  });
});

test.each<[string, number[] | string, boolean]>([
  ['a playlist', '#EXTM3U', true],
  ['a list of files', "file 'a.mkv'", true],
  ['an address', 'rtmp://127.0.0.1/a', true],
  ['a playlist with a mark of its encoding', '\uFEFF#extm3u', true],
  ['a playlist in UTF-16, little end first', [0xff, 0xfe, ...Buffer.from('#EXTM3U', 'utf16le')], true],
  [
    'a playlist in UTF-16, big end first',
    [0xfe, 0xff, 0, 0x23, 0, 0x45, 0, 0x58, 0, 0x54, 0, 0x4d, 0, 0x33, 0, 0x55],
    true,
  ],
  ['a video', [0x1a, 0x45, 0xdf, 0xa3], false],
  ['a video that begins like a mark', [0xff, 0xfb, 0x23, 0x45], false],
  ['a sentence', 'profile of a fox', false],
  ['nothing', '', false],
])('%s begins like what names other files: %#', (_name, start, isOne) => {
  expect(isPlaylist(typeof start === 'string' ? Buffer.from(start) : Uint8Array.from(start))).toBe(isOne);
});

test('a link and a folder are no plain files', async () => {
  const path = await put('1.mkv');
  await symlink(path, join(folder, 'link'));
  expect(await Promise.all([path, join(folder, 'link'), folder, join(folder, 'none')].map(isPlainFile))).toEqual([
    ...[true, false, false, false],
  ]);
});
