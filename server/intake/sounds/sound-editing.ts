import { basename } from 'node:path';
import {
  soundIdOf,
  SOUND_TOLERANCE_SECONDS,
  type EpisodeTracks,
  type SoundQuestion,
  type SoundRole,
} from '#contract/console/tracks.ts';
import { changeSoundsOfEpisode, findClipToEdit } from '../../catalogue/index.ts';
import type { ClipRecord } from '../../catalogue/format/index.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import { fail } from '../../lib/fail.ts';
import { ChangedMeanwhileError, MissingError, RefusedError } from '../../lib/refused-error.ts';
import { MediaStoreError } from '../../providers/media-store.ts';
import { createJobSources } from '../inbox/job-sources.ts';
import { findFile, giveToJob } from '../inbox/store.ts';
import type { SoundTarget } from '../job.ts';
import { insertJobs, lockJobs } from '../store.ts';
import { readLanguage } from '../tracks/read-language.ts';
import { versionOfTracks } from '../tracks/tracks-version.ts';
import { readClipManifests, writeClipManifests } from './clip-manifests.ts';
import { notOurManifests, type SoundPlaces } from './publish-sound.ts';
import type { Sound } from './sound-manifests.ts';
import { countSoundJobs } from './sound-job-store.ts';
import { QUESTION_TEXTS } from './sound-questions.ts';

interface AddedSound {
  version: string;
  file_id: string;
  lang: string;
  role: SoundRole;
  label: string;
  replaces?: string | undefined;
  accepts: readonly SoundQuestion[];
}

interface ChangedSounds {
  version: string;
  sounds: readonly (Sound & { id: string })[];
}

export interface SoundEditing {
  /** Begins a job that makes a sound of an uploaded file. @throws RefusedError, ChangedMeanwhileError, VALIDATION_FAILED */
  add(episodeId: number, sound: AddedSound): Promise<EpisodeTracks>;
  /** Names, order and removal in one. @throws RefusedError, ChangedMeanwhileError, VALIDATION_FAILED */
  change(episodeId: number, change: ChangedSounds): Promise<EpisodeTracks>;
}

/** Unfinished sounds of one video: more are likely a mistake. */
const MOST_JOBS = 10;

/** Manifests write labels in quotes, which HLS cannot escape. */
const tidyLabel = (label: string) => label.replaceAll('"', '”');

/** @throws RefusedError for a store that cannot be used */
const refuseStore = (error: unknown): never => {
  if (!(error instanceof MediaStoreError)) throw error;
  throw new RefusedError(error.message, '영상을 저장하는 곳을 쓸 수 없어요. 운영 상태를 확인해 주세요.');
};

export function createSoundEditing(
  options: SoundPlaces & { record: RecordChange; show(episodeId: number): Promise<EpisodeTracks> },
): SoundEditing {
  const { db, transact, clock, random, mediaFolder, record, show } = options;
  const { sourceOf } = createJobSources(mediaFolder);

  const find = async (episodeId: number, version: string) => {
    const { clip, titleId, titleName, episodeNum } = await findClipToEdit(db, episodeId, clock.now());
    if (versionOfTracks(clip) !== version) throw new ChangedMeanwhileError();
    const manifests = await readClipManifests(options, clip).catch(refuseStore);
    if (manifests === undefined) throw notOurManifests();
    return { clip, manifests, titleId, titleName, episodeNum };
  };

  const isTaken = ({ audio = [] }: ClipRecord, sound: Pick<Sound, 'lang' | 'role'>, replaces: string | undefined) =>
    audio.some((one) => {
      const id = soundIdOf(one);
      return id.toLowerCase() === soundIdOf(sound).toLowerCase() && id !== replaces;
    });

  return {
    async add(episodeId, given) {
      const { clip, manifests, titleId, titleName, episodeNum } = await find(episodeId, given.version);
      const { replaces, role } = given;
      const sound = { lang: readLanguage(given.lang), role, label: tidyLabel(given.label) };
      if (replaces !== undefined && !clip.audio?.some((one) => soundIdOf(one) === replaces))
        throw new ChangedMeanwhileError();
      const row = await findFile(db, given.file_id);
      if (row?.kind !== 'sound' || row.state !== 'ready' || !row.findings)
        throw new MissingError(
          `There is no sound ${given.file_id} that can be used.`,
          '쓸 수 있는 소리 파일이 아니에요. 살펴보는 중이거나 그사이 지워졌을 수 있어요.',
        );
      const difference = Math.abs(row.findings.seconds - manifests.seconds);
      const questions: SoundQuestion[] = [
        ...(isTaken(clip, sound, replaces) ? (['SAME_SOUND'] as const) : []),
        ...(difference > SOUND_TOLERANCE_SECONDS ? (['OTHER_LENGTH'] as const) : []),
      ];
      const open = questions.filter((question) => !given.accepts.includes(question));
      if (open.length > 0)
        throw new RefusedError(
          open.map((question) => QUESTION_TEXTS[question].message).join(' '),
          open.map((question) => QUESTION_TEXTS[question].shown).join(' '),
        );
      const source = await sourceOf(row, []);
      const id = random.uuid();
      const target: SoundTarget = {
        use: 'sound',
        episode: { titleId, episodeId, episodeNum },
        clipId: clip.id,
        sound,
        ...(replaces !== undefined && { replaces }),
        isProtected: clip.streams.some(({ drm }) => drm !== undefined),
      };
      await transact(async (tx) => {
        await lockJobs(tx);
        if ((await countSoundJobs(tx, clip.id)) >= MOST_JOBS)
          throw new RefusedError(
            `${MOST_JOBS} sounds of this video wait already.`,
            '이 영상의 소리 작업이 너무 많아요. 몇 개가 끝난 다음 더해 주세요.',
          );
        const job = { id, name: basename(row.path), source, sourceBytes: row.bytes, pictures: {}, target };
        await insertJobs(tx, [job], clock.now());
        if ((await giveToJob(tx, [row.id], id)) < 1) throw new ChangedMeanwhileError();
        await record(tx, {
          action: 'media.add',
          subject: { kind: 'episode', id: episodeId },
          before: null,
          after: { name: `${titleName} ${episodeNum}`, sounds: [`${sound.label} (${sound.lang}, ${role})`] },
        });
      });
      return show(episodeId);
    },

    async change(episodeId, { version, sounds: given }) {
      const { clip, manifests } = await find(episodeId, version);
      const wanted = given.map((one) => ({ ...one, lang: readLanguage(one.lang), label: tidyLabel(one.label) }));
      const keys = wanted.map((one) => soundIdOf(one).toLowerCase());
      if (new Set(given.map(({ id }) => id)).size < given.length) fail('VALIDATION_FAILED');
      if (new Set(keys).size < keys.length)
        throw new RefusedError(QUESTION_TEXTS.SAME_SOUND.message, QUESTION_TEXTS.SAME_SOUND.shown);
      const { audio = [] } = clip;
      const sounds = wanted.map(({ id, lang, role, label }) => {
        const at = audio.findIndex((one) => soundIdOf(one) === id);
        if (at === -1) throw new ChangedMeanwhileError();
        return { ...manifests.sounds[at]!, lang, role, label };
      });
      const streams = await writeClipManifests(options, clip, manifests, sounds).catch(refuseStore);
      await changeSoundsOfEpisode(options, episodeId, clip, { sounds, streams });
      return show(episodeId);
    },
  };
}
