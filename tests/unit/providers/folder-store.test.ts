import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolderStore } from '#server/providers/folder-store.ts';

test('a file that is written while its folder is removed is stored or removed, and neither call fails', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'bora-store-'));
  const store = createFolderStore(folder);
  for (let round = 0; round < 60; round += 1) {
    await store.putText('own/title-1/first.svg', '<svg/>');
    await Promise.all([store.putText('own/title-1/next.svg', '<svg/>'), store.removeFolder('own/title-1')]);
  }
  await store.putText('own/title-1/last.svg', '<svg/>');
  expect(await readFile(join(folder, 'own/title-1/last.svg'), 'utf8')).toBe('<svg/>');
  await rm(folder, { recursive: true });
});
