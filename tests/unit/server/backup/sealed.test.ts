import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isSealed, seal, unseal } from '#server/backup/sealed.ts';

const SECRET = 'a-secret-that-is-kept-elsewhere';
let folder: string;
let [plain, sealed, opened] = ['', '', ''];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bora-sealed-'));
  [plain, sealed, opened] = [join(folder, 'plain'), join(folder, 'sealed'), join(folder, 'opened')];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test.each([1, 65_536, 300_001])('a file of %i bytes is the same after it was sealed and opened', async (size) => {
  const bytes = randomBytes(size);
  await writeFile(plain, bytes);
  await seal(plain, sealed, SECRET);
  expect([await isSealed(sealed), await isSealed(plain)]).toEqual([true, false]);
  expect((await stat(sealed)).mode & 0o077).toBe(0);
  await unseal(sealed, opened, SECRET);
  expect((await readFile(opened)).equals(bytes)).toBe(true);
});

test('the same backup never looks the same twice, and none of it can be read', async () => {
  await writeFile(plain, 'bora-backup.json'.repeat(100));
  await seal(plain, sealed, SECRET);
  await seal(plain, opened, SECRET);
  const [one, other] = [await readFile(sealed), await readFile(opened)];
  expect(one.equals(other)).toBe(false);
  expect(one.includes('bora-backup.json')).toBe(false);
});

test('another secret, a changed byte and a missing end are refused, and leave no file', async () => {
  await writeFile(plain, randomBytes(100_000));
  await seal(plain, sealed, SECRET);
  await expect(unseal(sealed, opened, 'another-secret-than-that')).rejects.toThrow(/BACKUP_SECRET is not the one/);
  const bytes = await readFile(sealed);
  for (const at of [30, 5_000, bytes.length - 1]) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 1;
    await writeFile(sealed, changed);
    await expect(unseal(sealed, opened, SECRET)).rejects.toThrow(/or the file is damaged/);
  }
  await writeFile(sealed, bytes.subarray(0, -1));
  await expect(unseal(sealed, opened, SECRET)).rejects.toThrow(/or the file is damaged/);
  await writeFile(sealed, bytes.subarray(0, 40));
  await expect(unseal(sealed, opened, SECRET)).rejects.toThrow(/is incomplete/);
  expect(existsSync(opened)).toBe(false);
});
