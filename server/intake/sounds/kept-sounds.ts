import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ClipRecord } from '../../catalogue/format/index.ts';
import type { Random } from '../../lib/random.ts';
import type { MediaStore } from '../../providers/media-store.ts';
import { clipPathOf } from '../media-folder.ts';
import type { TextPlaces } from '../tracks/stored-text.ts';
import { readClipManifests, writeClipManifests } from './clip-manifests.ts';

/** Two frames of film: a sound of another cut would run away from the lips. In seconds. */
const SAME_SECONDS = 0.09;

type Audio = NonNullable<ClipRecord['audio']>;

/** The sounds that only the first of two clips has. */
export const soundsOnlyOf = (before: Pick<ClipRecord, 'audio'>, { audio = [] }: Pick<ClipRecord, 'audio'>): Audio =>
  (before.audio ?? []).filter((one) => !audio.some(({ lang, role }) => lang === one.lang && role === one.role));

/** Copies a file within the store, through a file of this machine where the store is a bucket. */
async function copy(store: MediaStore, from: string, to: string, workFolder: string): Promise<void> {
  if (store.kind === 'folder') return store.putFile(to, join(store.folder, from));
  const file = await store.find(from);
  if (!file || file.size === 0) throw new Error(`${from} is not in the media store`);
  const draft = join(workFolder, 'kept-sound');
  await pipeline(store.read(from, file, { start: 0, end: file.size - 1 }), createWriteStream(draft));
  await store.putFile(to, draft);
  await rm(draft);
}

/**
 * Copies the sounds that the video of an episode has to the video in its place, where both have the same length and the new one
 * has none of that language and role. An address opens one clip alone, so files cannot be shared.
 *
 * @returns what changes in the record of the new clip; nothing for clips whose sounds cannot be changed, such as protected ones.
 */
export async function keptSounds(
  options: TextPlaces & { random: Pick<Random, 'uuid'> },
  { before, clip, workFolder }: { before: ClipRecord; clip: ClipRecord; workFolder: string },
): Promise<Pick<ClipRecord, 'audio' | 'streams'> | undefined> {
  const { mediaStore } = options;
  const missing = before.id === clip.id ? [] : soundsOnlyOf(before, clip);
  if (missing.length === 0) return undefined;
  const [old, now] = [await readClipManifests(options, before), await readClipManifests(options, clip)];
  if (old?.hls === undefined || now?.hls === undefined || Math.abs(old.seconds - now.seconds) > SAME_SECONDS)
    return undefined;
  const kept = [];
  for (const one of missing) {
    const sound = { ...old.sounds[before.audio!.indexOf(one)]!, ...one };
    const files = [`${sound.name}.mp4`, `${sound.name}.m3u8`];
    const there = await Promise.all(files.map((file) => mediaStore.has(`${clipPathOf(before.id)}/${file}`)));
    if (now.names.includes(sound.name) || !there.every(Boolean)) continue;
    for (const file of files)
      await copy(mediaStore, `${clipPathOf(before.id)}/${file}`, `${clipPathOf(clip.id)}/${file}`, workFolder);
    kept.push(sound);
  }
  if (kept.length === 0) return undefined;
  const own = (clip.audio ?? []).map((one, index) => ({ ...now.sounds[index]!, ...one }));
  const streams = await writeClipManifests(options, clip, now, [...own, ...kept]);
  return { streams, audio: [...own, ...kept].map(({ lang, role, label }) => ({ lang, role, label })) };
}
