import {
  type EpisodeTracks,
  type ExaminedSubtitle,
  type SubtitleQuestion,
  type SubtitleRole,
} from '#contract/console/tracks.ts';
import {
  changeSubtitlesOfEpisode,
  clipFolderOf,
  failInForm,
  findClipToEdit,
  lookAtClip,
  noteTrackFile,
} from '../../catalogue/index.ts';
import type { ClipRecord } from '../../catalogue/format/index.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Connection, Transact } from '../../db/open.ts';
import type { Clock } from '../../lib/clock.ts';
import { fail } from '../../lib/fail.ts';
import type { Random } from '../../lib/random.ts';
import { ChangedMeanwhileError, RefusedError } from '../../lib/refused-error.ts';
import type { MediaSigner } from '../../providers/media-signer.ts';
import { MediaStoreError, type MediaStore } from '../../providers/media-store.ts';
import { clipPathOf } from '../media-folder.ts';
import { subtitleLabel } from '../plan/subtitles.ts';
import type { ConvertApart } from './convert-apart.ts';
import { listChapters } from '../marks/store.ts';
import { readClipManifests } from '../sounds/clip-manifests.ts';
import { listSoundJobs } from '../sounds/sound-job-store.ts';
import { findRenditions } from './manifest-renditions.ts';
import { readLanguage } from './read-language.ts';
import { versionOfTracks } from './tracks-version.ts';
import { readSubtitle, roleOf, type GivenSubtitle, type Subtitle } from './read-subtitle.ts';
import { QUESTION_TEXTS } from './subtitle-questions.ts';

/** A file to look at, with what the operator has said about it so far. */
export interface ExaminedFile extends GivenSubtitle {
  lang?: string | undefined;
  role?: SubtitleRole | undefined;
  replaces?: string | undefined;
}

export interface AddedSubtitle extends GivenSubtitle {
  version: string;
  lang: string;
  role: SubtitleRole;
  label: string;
  /** Id of the subtitle whose place it takes. */
  replaces?: string | undefined;
  accepts: readonly SubtitleQuestion[];
}

export interface ChangedSubtitle {
  id: string;
  lang: string;
  role: SubtitleRole;
  label: string;
}

/** An operator's work on the tracks that the video of an episode has. All throw MissingError. */
export interface TrackEditing {
  show(episodeId: number): Promise<EpisodeTracks>;
  /** Changes nothing. */
  examine(episodeId: number, file: ExaminedFile): Promise<ExaminedSubtitle>;
  /** @throws RefusedError, ChangedMeanwhileError, VALIDATION_FAILED */
  add(episodeId: number, file: AddedSubtitle): Promise<EpisodeTracks>;
  /** Names, order and removal in one. @throws RefusedError, ChangedMeanwhileError, VALIDATION_FAILED */
  change(episodeId: number, change: { version: string; subtitles: readonly ChangedSubtitle[] }): Promise<EpisodeTracks>;
}

export type { GivenSubtitle };

export interface TrackEditingOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Pick<Random, 'uuid'>;
  catalogueFolder: string;
  mediaStore: MediaStore;
  /** Without it, nothing has an address. */
  signer: MediaSigner | undefined;
  convert: ConvertApart;
  record: RecordChange;
}

const NO_ADDRESSES = { streams: [], urlOf: () => '' };

/** A subtitle's id is its file, within the clip. */
const idOf = (clip: ClipRecord, { path }: Subtitle): string => path.slice(clipFolderOf(clip).length + 1);

/** Only clips that this service has made lie in a folder of their own that can be written. */
const isOwn = (clip: ClipRecord): boolean => clipFolderOf(clip) === clipPathOf(clip.id);

/** The subtitle whose place a file takes. */
const replacedBy = (clip: ClipRecord, { replaces }: { replaces?: string | undefined }): Subtitle | undefined =>
  clip.subtitles.find((one) => idOf(clip, one) === replaces);

/** Players choose by language and role, so both together are unique. @throws RefusedError */
function checkUnique(subtitles: readonly Pick<Subtitle, 'lang' | 'role'>[]): void {
  const keys = subtitles.map(({ lang, role = 'subtitle' }) => `${lang.toLowerCase()} ${role}`);
  if (new Set(keys).size < keys.length)
    throw new RefusedError(
      'The video would have two subtitles of one language and role: replace the one that it has, or choose another role.',
      QUESTION_TEXTS.SAME_LANGUAGE.shown,
    );
}

export function createTrackEditing(options: TrackEditingOptions): TrackEditing {
  const { db, transact, clock, random, mediaStore, signer, convert } = options;

  const show = async (episodeId: number): Promise<EpisodeTracks> => {
    const { clip, cntEpisode } = await findClipToEdit(db, episodeId, clock.now());
    const { streams, urlOf } = signer ? lookAtClip({ signer, clock }, clip) : NO_ADDRESSES;
    return {
      episode_id: episodeId,
      clip_id: clip.id,
      version: versionOfTracks(clip),
      duration: clip.duration,
      is_own: isOwn(clip),
      cnt_episode: cntEpisode,
      renditions: await findRenditions(options, clip),
      sounds: clip.audio ?? [],
      can_change_sounds: isOwn(clip) && (await readClipManifests(options, clip).catch(() => undefined)) !== undefined,
      sound_jobs: await listSoundJobs(db, clip.id),
      chapters: (await listChapters(db, clip.id)).map(({ startSeconds, title }) => ({
        start_seconds: Math.floor(startSeconds),
        title,
      })),
      subtitles: clip.subtitles.map((one) => ({
        id: idOf(clip, one),
        lang: one.lang,
        role: roleOf(one),
        label: one.label,
        url: urlOf(one.path),
        is_pictures: one.sheets !== undefined,
      })),
      streams,
    };
  };

  /** Stores a text under a name of its own. Whoever plays the clip has the others. */
  const store = async (clip: ClipRecord, name: string, vtt: string): Promise<string> => {
    const path = `${clipPathOf(clip.id)}/subtitles-${random.uuid()}/${name}.vtt`;
    await transact((tx) => noteTrackFile(tx, path, clock.now()));
    try {
      await mediaStore.putText(path, vtt);
    } catch (error) {
      if (!(error instanceof MediaStoreError)) throw error;
      throw new RefusedError(error.message, '영상을 저장하는 곳에 쓸 수 없어요. 운영 상태를 확인해 주세요.');
    }
    return path;
  };

  const change = (episodeId: number, version: string, choose: (clip: ClipRecord) => Subtitle[]) =>
    changeSubtitlesOfEpisode(options, episodeId, (clip) => {
      if (versionOfTracks(clip) !== version) throw new ChangedMeanwhileError();
      const subtitles = choose(clip);
      checkUnique(subtitles);
      return subtitles;
    }).catch((error: unknown) => failInForm(error, ''));

  return {
    show,

    async examine(episodeId, given) {
      const { clip, episodeNum } = await findClipToEdit(db, episodeId, clock.now());
      const { format, guess, notices, tracks } = await readSubtitle(convert, { clip, episodeNum }, given);
      return {
        format,
        encoding: guess,
        notices: notices.map(({ code, params }) => ({ code, params })),
        tracks: tracks.map((track, index) => {
          const isAsked = index === (given.track ?? 0);
          const lang = isAsked && given.lang !== undefined ? readLanguage(given.lang) : track.lang;
          const { role = track.role } = given;
          const { facts } = track;
          return {
            lang,
            role,
            label: subtitleLabel(lang, role),
            cnt_cue: facts.cues,
            cnt_beyond: facts.beyond,
            first_seconds: facts.firstSeconds,
            last_seconds: facts.lastSeconds,
            sample: [...facts.sample],
            questions: track.questions({ lang, role }, isAsked ? replacedBy(clip, given) : undefined),
          };
        }),
      };
    },

    async add(episodeId, given) {
      const { clip, episodeNum } = await findClipToEdit(db, episodeId, clock.now());
      if (versionOfTracks(clip) !== given.version) throw new ChangedMeanwhileError();
      if (!isOwn(clip))
        throw new RefusedError(
          `Clip ${clip.id} belongs to the catalogue's folder: only videos that "bora media" or the console has added take files.`,
          '미디어에서 올린 영상이 아니라서 파일을 더할 수 없어요. 카탈로그에서 바꿔 주세요.',
        );
      const { role, label } = given;
      const lang = readLanguage(given.lang);
      const replaced = replacedBy(clip, given);
      if (given.replaces !== undefined && !replaced) throw new ChangedMeanwhileError();
      const { notices, tracks } = await readSubtitle(convert, { clip, episodeNum }, given);
      const track = tracks[given.track ?? 0];
      if (!track)
        throw new RefusedError(
          notices[0]?.message ?? 'The file has no such track.',
          '자막으로 쓸 수 없는 파일이에요. 글자를 읽지 못했어요.',
        );
      const open = track.questions({ lang, role }, replaced).filter((question) => !given.accepts.includes(question));
      if (open.length > 0)
        throw new RefusedError(
          open.map((question) => QUESTION_TEXTS[question].message).join(' '),
          open.map((question) => QUESTION_TEXTS[question].shown).join(' '),
        );
      const path = await store(clip, `${lang.toLowerCase()}-${role}`, track.vtt);
      const added: Subtitle = { lang, role, label, path };
      await change(episodeId, given.version, (now) => {
        const isSame = (one: Subtitle) => one.lang.toLowerCase() === lang.toLowerCase() && roleOf(one) === role;
        const place = now.subtitles.findIndex((one) =>
          replaced ? one.path === replaced.path : given.accepts.includes('SAME_LANGUAGE') && isSame(one),
        );
        return place === -1
          ? [...now.subtitles, added]
          : now.subtitles.map((one, index) => (index === place ? added : one));
      });
      return show(episodeId);
    },

    async change(episodeId, { version, subtitles }) {
      const wanted = subtitles.map((one) => ({ ...one, lang: readLanguage(one.lang) }));
      if (new Set(wanted.map(({ id }) => id)).size < wanted.length) fail('VALIDATION_FAILED');
      await change(episodeId, version, (clip) => {
        const known = new Map(clip.subtitles.map((one) => [idOf(clip, one), one]));
        return wanted.map(({ id, lang, role, label }) => {
          const one = known.get(id);
          if (!one) throw new ChangedMeanwhileError();
          return { ...one, lang, role, label };
        });
      });
      return show(episodeId);
    },
  };
}
