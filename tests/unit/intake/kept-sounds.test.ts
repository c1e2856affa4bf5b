import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ClipRecord } from '#server/catalogue/format/index.ts';
import { keptSounds } from '#server/intake/sounds/kept-sounds.ts';
import { soundsOfManifest } from '#server/intake/sounds/sound-manifests.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import { dashOf, masterOf, playlistOf } from '#tests/support/media/sound-manifests.ts';

const JA = { file: 'sound-ja', lang: 'ja', role: 'main' as const, label: '원어 (일본어)' };
const FOR_BLIND = { file: 'sound-ko-description-1', lang: 'ko', role: 'description' as const, label: '화면 해설' };

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bora-kept-sounds-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A clip of the store, with its manifests and the files of its sounds. */
async function clipOf(digit: string, sounds: readonly (typeof JA | typeof FOR_BLIND)[], length = 'PT23M20S') {
  const id = digit.repeat(32);
  const own = join(folder, 'own', id);
  await mkdir(own, { recursive: true });
  await writeFile(join(own, 'manifest.mpd'), dashOf(sounds, length));
  await writeFile(join(own, 'master.m3u8'), masterOf(sounds));
  for (const { file } of sounds) {
    await writeFile(join(own, `${file}.m3u8`), playlistOf(file, 128_000));
    await writeFile(join(own, `${file}.mp4`), `${file} of ${digit}`);
  }
  const streams = [
    { protocol: 'dash' as const, path: `own/${id}/manifest.mpd` },
    { protocol: 'hls' as const, path: `own/${id}/master.m3u8` },
  ];
  return {
    ...{ kind: 'clip', id, duration: 1400, streams, subtitles: [], thumbnails: null, download: null },
    ...{ intro: null, outro: null, recap: null, preview: null },
    audio: sounds.map(({ lang, role, label }) => ({ lang, role, label })),
  } as unknown as ClipRecord;
}

const keep = (before: ClipRecord, clip: ClipRecord) =>
  keptSounds(
    {
      catalogueFolder: folder,
      mediaStore: createFolderStore(folder),
      random: { uuid: () => '12345678-0000-4000-8000-000000000000' },
    },
    { before, clip, workFolder: folder },
  );

test('a sound that only the old video has is copied, and the manifests of the new one name it', async () => {
  const before = await clipOf('a', [JA, FOR_BLIND]);
  const clip = await clipOf('b', [JA], 'PT23M20.04S');
  const kept = await keep(before, clip);
  expect(kept?.audio).toEqual(before.audio);
  const text = (path: string) => readFile(join(folder, path), 'utf8');
  expect(await text(`own/${clip.id}/${FOR_BLIND.file}.mp4`)).toBe(`${FOR_BLIND.file} of a`);
  // Its own sound stays.
  expect(await text(`own/${clip.id}/${JA.file}.mp4`)).toBe(`${JA.file} of b`);
  const [dash, hls] = kept!.streams.map(({ path }) => path);
  expect(dash).toContain(`own/${clip.id}/`);
  expect(soundsOfManifest(await text(dash!))?.map(({ name, lang, role }) => `${name} ${lang} ${role}`)).toEqual([
    'sound-ja ja main',
    'sound-ko-description-1 ko description',
  ]);
  expect(await text(hls!)).toContain(`URI="${FOR_BLIND.file}.m3u8"`);
});

test.each([
  ['the new video has one of that language and role', [JA, FOR_BLIND], [JA, FOR_BLIND], 'PT23M20S'],
  ['the new video is longer by more than two frames', [JA, FOR_BLIND], [JA], 'PT23M20.2S'],
] as const)('no sound is copied where %s', async (_, old, now, length) => {
  expect(await keep(await clipOf('a', old), await clipOf('b', now, length))).toBeUndefined();
});

test('a sound whose file is gone, or whose manifests are not ours, is left out', async () => {
  const before = await clipOf('a', [JA, FOR_BLIND]);
  const clip = await clipOf('b', [JA]);
  await rm(join(folder, 'own', before.id, `${FOR_BLIND.file}.mp4`));
  expect(await keep(before, clip)).toBeUndefined();
  await writeFile(join(folder, 'own', before.id, 'manifest.mpd'), '<MPD/>');
  expect(await keep(before, clip)).toBeUndefined();
});
