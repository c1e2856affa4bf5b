import { chmod, chown, mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makePrivateFolder, SharedFolderError } from '#server/db/private-folder.ts';

let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'bora-private-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const modeOf = async (folder: string) => (await stat(folder)).mode & 0o7777;

test('a new folder is accessible to its user only', async () => {
  await makePrivateFolder(join(parent, 'new', 'data'));
  expect(await modeOf(join(parent, 'new', 'data'))).toBe(0o700);
});

test('a folder of an earlier version is restricted', async () => {
  const old = join(parent, 'old');
  await mkdir(old);
  await chmod(old, 0o755);
  await makePrivateFolder(old);
  expect(await modeOf(old)).toBe(0o700);
});

test('a folder of another user is refused with the command that gives it to this one', async () => {
  const { uid } = await stat(parent);
  await expect(makePrivateFolder(parent, uid + 1)).rejects.toThrow(
    `${parent} belongs to user ${uid}, and this process runs as user ${uid + 1}. Give it to that user: chown -R ${uid + 1} ${parent}`,
  );
});

test('root gets into a folder of another user', async () => {
  const volume = join(parent, 'volume');
  await mkdir(volume, { mode: 0o700 });
  if (process.getuid?.() === 0) await chown(volume, 1, 1);
  await makePrivateFolder(volume, 0);
  expect(await modeOf(volume)).toBe(0o700);
});

test('a folder that all users share is refused and stays unchanged', async () => {
  const shared = join(parent, 'shared');
  await mkdir(shared);
  await chmod(shared, 0o1777);
  await expect(makePrivateFolder(shared)).rejects.toThrow(SharedFolderError);
  expect(await modeOf(shared)).toBe(0o1777);
});
