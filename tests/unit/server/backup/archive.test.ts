import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import tar, { type Header } from 'tar-stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bytesIn, hashOf, pack, readAboutOf, unpack } from '#server/backup/archive.ts';

const GIVEN = { made_at: '2026-11-29T12:00:00Z', postgres: '17', migrations: ['0001-first'] };
const NOT_OURS = /is not a backup of Bora/;
const DAMAGED = /is incomplete or damaged/;

let folder: string;
let [database, backup, opened] = ['', '', ''];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bora-archive-'));
  [database, backup, opened] = [join(folder, 'database'), join(folder, 'a.backup'), join(folder, 'opened')];
  await mkdir(join(database, 'base', '1'), { recursive: true });
  await mkdir(join(database, 'pg_notify'));
  await writeFile(join(database, 'PG_VERSION'), '17\n');
  await writeFile(join(database, 'base', '1', '112_fsm'), Buffer.alloc(300_000, 7));
  await writeFile(join(database, 'base', 'empty'), '');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const namesIn = async (of: string) => (await readdir(of, { recursive: true })).sort();

describe('a packed folder', () => {
  test('is unpacked with all its files and empty folders, for its owner alone', async () => {
    await pack(database, backup, GIVEN);
    await unpack(backup, opened);
    const there = join(opened, 'database');
    expect(await namesIn(there)).toEqual(await namesIn(database));
    expect((await readFile(join(there, 'base', '1', '112_fsm'))).equals(Buffer.alloc(300_000, 7))).toBe(true);
    expect(await readFile(join(there, 'PG_VERSION'), 'utf8')).toBe('17\n');
    for (const path of [backup, there, join(there, 'pg_notify'), join(there, 'PG_VERSION')])
      expect((await stat(path)).mode & 0o077).toBe(0);
  });

  test('says what it is, and has the hash that it was packed with', async () => {
    const hash = await pack(database, backup, GIVEN);
    expect(await readAboutOf(backup)).toEqual({ kind: 'bora-backup', format: 1, ...GIVEN, bytes: 300_003 });
    expect(hash).toMatch(/^[\da-f]{64}$/);
    expect(await hashOf(backup)).toBe(hash);
    expect(await bytesIn(database)).toBe(300_003);
  });

  test('does not take the place of a file, neither packed nor unpacked', async () => {
    await pack(database, backup, GIVEN);
    await expect(pack(database, backup, GIVEN)).rejects.toThrow(/EEXIST/);
    await unpack(backup, opened);
    await expect(unpack(backup, opened)).rejects.toThrow(/EEXIST/);
  });
});

type Entry = Partial<Header> & { readonly name: string; readonly text?: string };

/** A backup with other entries than ours. */
async function write(about: unknown, entries: readonly Entry[] = []): Promise<void> {
  const archive = tar.pack();
  archive.entry({ name: 'bora-backup.json' }, typeof about === 'string' ? about : JSON.stringify(about));
  for (const { text = '', ...header } of entries) archive.entry(header, text);
  archive.finalize();
  await writeFile(backup, gzipSync(await buffer(archive)));
}

const ABOUT = { kind: 'bora-backup', format: 1, ...GIVEN, bytes: 2 };
const reads = { readAboutOf, hashOf, unpack: (path: string) => unpack(path, opened) };

describe('what is no backup', () => {
  test.each<[string, unknown]>([
    ['another description', { ...ABOUT, kind: 'other' }],
    ['no JSON', 'bora'],
    ['too long a description', { ...ABOUT, migrations: Array.from({ length: 600 }, () => 'x'.repeat(200)) }],
  ])('is refused: %s', async (_name, about) => {
    await write(about);
    for (const read of Object.values(reads)) await expect(read(backup)).rejects.toThrow(NOT_OURS);
  });

  test('is refused: an ordinary file, a packed text, and an archive without a description', async () => {
    const plain = Buffer.from('PG_VERSION');
    const foreign = tar.pack();
    foreign.entry({ name: 'database/PG_VERSION' }, '17');
    foreign.finalize();
    for (const bytes of [plain, gzipSync(plain), gzipSync(await buffer(foreign)), gzipSync(Buffer.alloc(1024))]) {
      await writeFile(backup, bytes);
      await expect(hashOf(backup)).rejects.toThrow(NOT_OURS);
    }
  });

  test('is told from a file that cannot be read', async () => {
    await expect(readAboutOf(join(folder, 'missing'))).rejects.toThrow(/ENOENT/);
  });
});

describe('a damaged backup', () => {
  test.each<[string, Entry]>([
    ['leaves the folder', { name: 'database/../../outside', text: '17' }],
    ['is absolute', { name: '/database/outside', text: '17' }],
    ['is beside the database', { name: 'other/PG_VERSION', text: '17' }],
    ['is hidden', { name: 'database/.ssh', text: '17' }],
    ['has a line break in its name', { name: 'database/a\nb', text: '17' }],
    ['is a link', { name: 'database/link', type: 'symlink', linkname: '/etc/passwd' }],
    ['is longer than all files together', { name: 'database/PG_VERSION', text: '170' }],
    ['is missing', { name: 'database/PG_VERSION', text: '' }],
  ])('is refused where an entry %s', async (_name, entry) => {
    await write(ABOUT, [entry]);
    await expect(hashOf(backup)).rejects.toThrow(DAMAGED);
    await mkdir(join(opened, 'database'), { recursive: true });
    await expect(unpack(backup, opened)).rejects.toThrow(DAMAGED);
    expect(await readdir(folder)).not.toContain('outside');
  });

  test('is refused where a byte changed or the end is missing', async () => {
    await pack(database, backup, GIVEN);
    const bytes = await readFile(backup);
    const changed = gunzipSync(bytes);
    // Within a file: only the checksum of gzip tells it, so the old one is kept.
    const end = bytes.subarray(-8);
    changed[changed.indexOf(Buffer.from([7, 7, 7]))]! ^= 1;
    const repacked = Buffer.concat([gzipSync(changed).subarray(0, -8), end]);
    for (const damaged of [repacked, bytes.subarray(0, -9), bytes.subarray(0, bytes.length >> 1)]) {
      await writeFile(backup, damaged);
      await expect(hashOf(backup)).rejects.toThrow(DAMAGED);
    }
  });
});
