import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { soundIdOf } from '#contract/console/tracks.ts';
import { changeSoundsOfEpisode, findClipToEdit } from '../../catalogue/index.ts';
import type { ClipRecord } from '../../catalogue/format/index.ts';
import type { Connection, Transact } from '../../db/open.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import { ChangedMeanwhileError, RefusedError } from '../../lib/refused-error.ts';
import type { MediaStore } from '../../providers/media-store.ts';
import { clipPathOf, workFolderOf } from '../media-folder.ts';
import type { SoundTarget } from '../job.ts';
import { MANIFEST } from '../package/packager-arguments.ts';
import { RESULTS, readJson } from '../steps/results.ts';
import { readClipManifests, writeClipManifests, type ClipManifests } from './clip-manifests.ts';
import { soundsOfManifest, type ManifestSound, type Sound } from './sound-manifests.ts';
import { soundFileSchema, type SoundWork } from './sound-work.ts';

export interface SoundPlaces {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Pick<Random, 'uuid'>;
  catalogueFolder: string;
  mediaFolder: string;
  mediaStore: MediaStore;
}

interface SoundJob {
  id: string;
  target: SoundTarget;
}

/** Segments of pictures are as long. */
const SEGMENT_SECONDS = 2;
/** Somebody may change the tracks between reading and writing. */
const MOST_TRIES = 3;

export const notOurManifests = () =>
  new RefusedError(
    'The manifests of this clip are not ours: its sounds cannot be changed here.',
    '이 서버가 만든 영상이 아니어서 소리를 바꿀 수 없어요.',
  );

/** @throws RefusedError when the episode has another video by now, MissingError */
async function findClip(
  options: SoundPlaces,
  { target }: SoundJob,
): Promise<{ clip: ClipRecord; manifests: ClipManifests }> {
  const { clip } = await findClipToEdit(options.db, target.episode.episodeId, options.clock.now());
  if (clip.id !== target.clipId)
    throw new RefusedError(
      'The episode has got another video: add the sound to that one.',
      '회차의 영상이 그사이 바뀌었어요. 새 영상에 소리를 다시 더해 주세요.',
    );
  const manifests = await readClipManifests(options, clip);
  if (manifests === undefined) throw notOurManifests();
  return { clip, manifests };
}

/** What a job needs to make a sound of its file. */
export async function planSound(options: SoundPlaces, job: SoundJob): Promise<SoundWork> {
  const { seconds } = (await findClip(options, job)).manifests;
  const { sound } = job.target;
  const kind = sound.role === 'main' ? '' : `-${sound.role}`;
  // A name of its own: televisions go on with the file that it replaces.
  const name = `sound-${sound.lang.toLowerCase()}${kind}-${job.id.slice(0, 8)}`;
  return { ...sound, seconds, segmentSeconds: SEGMENT_SECONDS, name };
}

/** The sounds of a clip with one that takes the place of the replaced one, of the same kind, or the last place. */
function placed<T extends Sound>(sounds: readonly T[], added: T, replaces: string | undefined): T[] {
  const key = replaces ?? soundIdOf(added);
  const at = sounds.findIndex((one) => soundIdOf(one).toLowerCase() === key.toLowerCase());
  const others = sounds.filter(
    (one, index) => index === at || soundIdOf(one).toLowerCase() !== soundIdOf(added).toLowerCase(),
  );
  const place = at === -1 ? -1 : others.indexOf(sounds[at]!);
  return place === -1 ? [...others, added] : others.map((one, index) => (index === place ? added : one));
}

/** Moves a finished sound to its clip, whose manifests and record then name it. Every part may be repeated. */
export async function publishSound(options: SoundPlaces, job: SoundJob): Promise<void> {
  const { mediaStore, mediaFolder } = options;
  const { target } = job;
  const work = workFolderOf(mediaFolder, job.id);
  const folder = join(work, RESULTS.package);
  const { name } = await readJson(join(work, RESULTS.inspect), soundFileSchema);
  const made = soundsOfManifest(await readFile(join(folder, MANIFEST), 'utf8'))?.[0];
  if (made === undefined) throw new Error(`${folder}/${MANIFEST} has no sound`);
  const path = clipPathOf(target.clipId);
  await mediaStore.putFile(`${path}/${name}.mp4`, join(folder, `${name}.mp4`));
  await mediaStore.putText(`${path}/${name}.m3u8`, await readFile(join(folder, `${name}.m3u8`), 'utf8'));
  const added: ManifestSound & Sound = { ...made, ...target.sound, name };
  for (let tries = 1; ; tries += 1) {
    const { clip, manifests } = await findClip(options, job);
    const now = (clip.audio ?? []).map((one, index) => ({ ...manifests.sounds[index]!, ...one }));
    const sounds = placed(now, added, target.replaces);
    const streams = await writeClipManifests(options, clip, manifests, sounds);
    try {
      return await changeSoundsOfEpisode(options, target.episode.episodeId, clip, { sounds, streams });
    } catch (error) {
      if (!(error instanceof ChangedMeanwhileError) || tries === MOST_TRIES) throw error;
    }
  }
}
