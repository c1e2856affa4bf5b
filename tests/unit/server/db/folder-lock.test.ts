import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderInUseError, LOCK_SUFFIX, lockFolder, removeLeftOver } from '#server/db/folder-lock.ts';

/** Of a socket on Linux and macOS, in bytes. */
const LONGEST_PATH = 103;

let parent: string;
let folder: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'bora-lock-'));
  folder = join(parent, 'database');
  await mkdir(folder);
});
afterEach(() => rm(parent, { recursive: true, force: true }));

test('a folder is locked until it is released, and nothing stays beside it', async () => {
  const unlock = await lockFolder(folder);
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
  await unlock();
  expect(existsSync(folder + LOCK_SUFFIX)).toBe(false);
  await (
    await lockFolder(folder)
  )();
});

test('a folder that a process in another container has open is refused, and free after its end', async () => {
  const other = createServer().listen(folder + LOCK_SUFFIX);
  await once(other, 'listening');
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
  other.close();
  await once(other, 'close');
  await (
    await lockFolder(folder)
  )();
});

test.each([
  ['beside a folder', () => 'database'],
  ['at a path as long as it may be', () => 'x'.repeat(LONGEST_PATH - LOCK_SUFFIX.length - parent.length - 1)],
])('the socket of a killed process %s is taken over', async (_where, nameOf) => {
  folder = join(parent, nameOf());
  await mkdir(folder, { recursive: true });
  const program = 'require("node:net").createServer().listen(process.argv[1], () => console.log("listens"))';
  const killed = spawn(process.execPath, ['-e', program, folder + LOCK_SUFFIX], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(killed.stdout, 'data');
  killed.kill('SIGKILL');
  await once(killed, 'exit');
  expect(existsSync(folder + LOCK_SUFFIX)).toBe(true);
  await (
    await lockFolder(folder)
  )();
  expect((await readdir(parent)).filter((name) => name.endsWith(LOCK_SUFFIX))).toEqual([]);
});

test('a socket that another process has put in the place of a left-over one meanwhile stays there', async () => {
  const other = createServer().listen(folder + LOCK_SUFFIX);
  await once(other, 'listening');
  expect(await removeLeftOver(folder + LOCK_SUFFIX)).toBe(false);
  expect((await readdir(parent)).sort()).toEqual(['database', `database${LOCK_SUFFIX}`]);
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUseError);
  other.close();
  await once(other, 'close');
});

const isLinux = process.platform === 'linux';
test.runIf(isLinux)(
  'a folder whose path is too long for a socket is locked for the processes of its network',
  async () => {
    const deep = join(folder, 'a'.repeat(120));
    await mkdir(deep);
    const unlock = await lockFolder(deep);
    await expect(lockFolder(deep)).rejects.toThrow(FolderInUseError);
    await unlock();
  },
);
