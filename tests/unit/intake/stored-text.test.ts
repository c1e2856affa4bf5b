import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readStoredText } from '#server/intake/tracks/stored-text.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import type { MediaStore, RemoteStore } from '#server/providers/media-store.ts';

const TEXT = 'WEBVTT\n\n00:01.000 --> 00:02.000\n달';
const LENGTH = Buffer.byteLength(TEXT);

const bucket: Pick<RemoteStore, 'kind' | 'find' | 'read'> = {
  kind: 'remote',
  find: () => Promise.resolve({ size: LENGTH, modifiedAt: new Date(0), etag: '"1"' }),
  async *read(_path, _file, { start, end }) {
    yield await Promise.resolve(Buffer.from(TEXT).subarray(start, end + 1));
  },
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bora-text-'));
  for (const path of ['own/clip', 'media/clip']) {
    await mkdir(join(folder, path), { recursive: true });
    await writeFile(join(folder, path, 'ko.vtt'), TEXT);
  }
});
afterAll(() => rm(folder, { recursive: true }));

test.each<[string, string, () => MediaStore]>([
  ['the catalogue', 'media/clip/ko.vtt', () => bucket as RemoteStore],
  ['a folder', 'own/clip/ko.vtt', () => createFolderStore(folder)],
  ['a bucket', 'own/clip/ko.vtt', () => bucket as RemoteStore],
])('of a text in %s, no more is read than was asked for', async (_, path, store) => {
  const places = { catalogueFolder: folder, mediaStore: store() };
  expect(await readStoredText(places, path, 6)).toBe('WEBVTT');
  expect(await readStoredText(places, path, LENGTH)).toBe(TEXT);
  expect(await readStoredText(places, path, LENGTH + 100)).toBe(TEXT);
});
