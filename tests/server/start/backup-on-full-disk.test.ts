import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pack } from '#server/backup/archive.ts';
import { seal } from '#server/backup/sealed.ts';
import { openEmbedded } from '#server/db/embedded.ts';
import { findBackupTimes } from '#server/monitoring/status/backup-store.ts';
import { fullAfter, noRoom } from '#tests/support/full-disk.ts';
import { databaseTemplate } from '#tests/support/server/server-database.ts';
import { backUp } from '../../../scripts/operate/backup.ts';
import { copyData, copyLog } from '../../../scripts/operate/copy-folder.ts';
import { explain } from '../../../scripts/operator-commands/with-operate.ts';

/* The disk that takes the backups fills while one is made. */

const SECRET = 'a-secret-that-is-kept-elsewhere';

let folder: string;
let backups: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bora-full-'));
  backups = join(folder, 'backups');
  await mkdir(backups);
  vi.stubEnv('DATA_DIR', folder);
  vi.stubEnv('BACKUP_SECRET', SECRET);
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
  await (await openEmbedded(folder, { template: await databaseTemplate(), sync: () => undefined })).close();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await rm(folder, { recursive: true, force: true });
});

async function lastBackupAt(): Promise<Date | null> {
  const database = await openEmbedded(folder, { sync: () => undefined });
  try {
    return (await findBackupTimes(database.kysely)).lastAt;
  } finally {
    await database.close();
  }
}

const writes = { copyData, copyLog, pack, seal };

const half = async (_from: string, to: string) => {
  await mkdir(to, { recursive: true });
  await writeFile(join(to, 'half'), 'half of it');
  throw noRoom('copyfile');
};

test.each<[string, Partial<typeof writes>]>([
  ['the data is copied', { copyData: half }],
  ['the log is copied', { copyLog: half }],
  ['it is packed', { pack: (from, to, about) => pack(from, to, about, fullAfter(100_000)) }],
  [
    'it is encrypted',
    {
      async seal(from, to) {
        await copyFile(from, to);
        throw noRoom('write');
      },
    },
  ],
])('a disk that fills while %s keeps the older backup, and no part of the new one', async (_when, full) => {
  const file = join(backups, 'bora.backup');
  await seal(join(import.meta.dirname, '../../../package.json'), file, SECRET).catch(() => undefined);
  const older = await readFile(file);
  const told = await backUp(file, { ...writes, ...full }).then(() => 'done', explain);
  expect(told).toMatch(/^The disk is full: ENOSPC.*Free some space/);
  expect(await readdir(backups)).toEqual(['bora.backup']);
  expect((await readFile(file)).equals(older)).toBe(true);
  // The console goes on telling that there is no backup.
  expect(await lastBackupAt()).toBeNull();
});

test('the next backup, with room, counts from when it is whole', async () => {
  const startedAt = new Date();
  await backUp(join(backups, 'bora.backup'));
  expect((await lastBackupAt())!.getTime()).toBeGreaterThan(startedAt.getTime());
});
