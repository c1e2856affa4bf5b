import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ClipRecord } from '#server/catalogue/format/index.ts';
import { keptSubtitles } from '#server/intake/tracks/kept-subtitles.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import { buildClipRecord } from '#tests/support/server/server-records.ts';

type Subtitle = ClipRecord['subtitles'][number];

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bora-kept-subtitles-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const clipOf = (digit: string, subtitles: Subtitle[], duration = 1400) =>
  buildClipRecord({ id: digit.repeat(32), duration, subtitles });

/** Subtitles of a disc in the folder of an episode's video. */
async function disc(): Promise<Subtitle> {
  const own = `own/${'a'.repeat(32)}/later`;
  await mkdir(join(folder, own), { recursive: true });
  const files = ['ko.vtt', 'one.webp', 'two.webp'].map((name) => `${own}/${name}`);
  for (const path of files) await writeFile(join(folder, path), `bytes of ${path.replace(/^.*\//, '')}`);
  const [path = '', ...sheets] = files;
  return { lang: 'ko', role: 'subtitle', label: '한국어 (그림)', path, sheets };
}

const keep = (before: ClipRecord, clip: ClipRecord) =>
  keptSubtitles({ catalogueFolder: folder, mediaStore: createFolderStore(folder) }, { before, clip });

test('pictures of the old video are copied to the new one, with all their sheets', async () => {
  const clip = clipOf('b', []);
  const own = `own/${clip.id}`;
  const [kept] = await keep(clipOf('a', [await disc()]), clip);
  const sheets = [1, 2].map((number) => `${own}/kept-ko-subtitle-pictures-${number}.webp`);
  expect(kept).toMatchObject({ label: '한국어 (그림)', path: `${own}/kept-ko-subtitle-pictures.vtt`, sheets });
  const texts = [kept!.path, ...sheets].map((path) => readFile(join(folder, path), 'utf8'));
  expect(await Promise.all(texts)).toEqual(['bytes of ko.vtt', 'bytes of one.webp', 'bytes of two.webp']);
});

test.each([
  ['the new video has a text of that language', [{ lang: 'ko', label: '한국어', path: 'ko.vtt' }], 1400],
  ['the new video has another length', [], 1500],
] as const)('no pictures are copied where %s', async (_, subtitles, duration) => {
  expect(await keep(clipOf('a', [await disc()]), clipOf('b', [...subtitles], duration))).toEqual([]);
  expect(await readdir(join(folder, 'own'))).toEqual(['a'.repeat(32)]);
});

test('a text that was read of pictures is copied beside them, also to a video that has the pictures itself', async () => {
  const pictures = await disc();
  const path = `own/${'a'.repeat(32)}/later/text.vtt`;
  await writeFile(join(folder, path), 'WEBVTT');
  const before = clipOf('a', [pictures, { lang: 'ko', role: 'subtitle', label: '한국어', path }]);
  const namesOf = (kept: Subtitle[]) => kept.map((one) => one.path.replace(/^.*\//, ''));
  expect(namesOf(await keep(before, clipOf('b', [])))).toEqual([
    'kept-ko-subtitle-pictures.vtt',
    'kept-ko-subtitle.vtt',
  ]);
  expect(namesOf(await keep(before, clipOf('c', [pictures])))).toEqual(['kept-ko-subtitle.vtt']);
});
