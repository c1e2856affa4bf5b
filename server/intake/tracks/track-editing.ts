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
} from '../../catalogue/index.ts';
import type { ClipRecord } from '../../catalogue/format/index.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Connection, Transact } from '../../db/open.ts';
import type { Clock } from '../../lib/clock.ts';
import { fail } from '../../lib/fail.ts';
import type { Random } from '../../lib/random.ts';
import { ChangedMeanwhileError, RefusedError } from '../../lib/refused-error.ts';
import type { MediaSigner } from '../../providers/media-signer.ts';
import type { MediaStore } from '../../providers/media-store.ts';
import { clipPathOf } from '../media-folder.ts';
import type { FindReader } from '../letters/find-reader.ts';
import { listReadings } from '../letters/readings-store.ts';
import { listChapters } from '../marks/store.ts';
import { readClipManifests } from '../sounds/clip-manifests.ts';
import { listSoundJobs } from '../sounds/sound-job-store.ts';
import { findRenditions } from './manifest-renditions.ts';
import { readLanguage } from './read-language.ts';
import { versionOfTracks } from './tracks-version.ts';
import { readSubtitle, roleOf, type GivenSubtitle, type Subtitle, type SubtitleReaders } from './read-subtitle.ts';
import { createSubtitleStore, NOTHING_READ } from './store-subtitle.ts';
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
  /** Id of the pictures that the text was read of: both stay. */
  beside?: string | undefined;
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

export interface TrackEditingOptions extends SubtitleReaders {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Pick<Random, 'uuid'>;
  catalogueFolder: string;
  mediaStore: MediaStore;
  /** Without it, nothing has an address. */
  signer: MediaSigner | undefined;
  record: RecordChange;
  findReader: FindReader;
}

/** Where a manifest does not say the size of the pictures. */
const USUAL_FILM = { width: 1920, height: 1080 };

const NO_ADDRESSES = { streams: [], urlOf: () => '' };

/** A subtitle's id is its file, within the clip. */
export const subtitleIdOf = (clip: ClipRecord, { path }: Pick<Subtitle, 'path'>): string =>
  path.slice(clipFolderOf(clip).length + 1);

/** Only clips that this service has made lie in a folder of their own that can be written. */
export const isOwn = (clip: ClipRecord): boolean => clipFolderOf(clip) === clipPathOf(clip.id);

const kindOf = ({ sheets }: Pick<Subtitle, 'sheets'>) => (sheets ? 'pictures' : 'text');

/** The subtitle whose place a file takes. */
const replacedBy = (clip: ClipRecord, { replaces }: { replaces?: string | undefined }): Subtitle | undefined =>
  clip.subtitles.find((one) => subtitleIdOf(clip, one) === replaces);

/**
 * Players choose by language and role, so both together are unique; of text and pictures, they get the text.
 *
 * @throws RefusedError
 */
function checkUnique(subtitles: readonly Pick<Subtitle, 'lang' | 'role' | 'sheets'>[]): void {
  const keys = subtitles.map((one) => `${one.lang.toLowerCase()} ${roleOf(one)} ${kindOf(one)}`);
  if (new Set(keys).size < keys.length)
    throw new RefusedError(
      'The video would have two subtitles of one language and role: replace the one that it has, or choose another role.',
      QUESTION_TEXTS.SAME_LANGUAGE.shown,
    );
}

export function createTrackEditing(options: TrackEditingOptions): TrackEditing {
  const { db, clock, signer, findReader } = options;
  const storeSubtitle = createSubtitleStore(options);

  const show = async (episodeId: number): Promise<EpisodeTracks> => {
    const { clip, cntEpisode } = await findClipToEdit(db, episodeId, clock.now());
    const reader = await findReader();
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
      reader: reader ? { langs: [...reader.langs] } : null,
      readings: (await listReadings(db, clip.id)).map(({ path, ...one }) => ({
        ...one,
        subtitle_id: subtitleIdOf(clip, { path }),
      })),
      subtitles: clip.subtitles.map((one) => ({
        id: subtitleIdOf(clip, one),
        lang: one.lang,
        role: roleOf(one),
        label: one.label,
        url: urlOf(one.path),
        is_pictures: one.sheets !== undefined,
      })),
      streams,
    };
  };

  /** Reads a file for the video of an episode. */
  const readFor = async (episodeId: number, given: GivenSubtitle, isDrawn: boolean) => {
    const { clip, episodeNum } = await findClipToEdit(db, episodeId, clock.now());
    const [film = USUAL_FILM] = (await findRenditions(options, clip)) ?? [];
    return { clip, read: () => readSubtitle(options, { clip, episodeNum, film, isDrawn }, given) };
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
      const { clip, read } = await readFor(episodeId, given, false);
      const { format, guess, notices, tracks } = await read();
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
            label: track.labelOf(lang, role),
            is_pictures: 'pictures' in track.content,
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
      const { clip, read } = await readFor(episodeId, given, true);
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
      const { notices, tracks } = await read();
      const track = tracks[given.track ?? 0];
      if (!track) throw new RefusedError(notices[0]?.message ?? 'The file has no such track.', NOTHING_READ);
      const cut = notices.find(({ code }) => code === 'PICTURES_CUT');
      if (cut) throw new RefusedError(cut.message, '그림이 너무 많아서 다 넣을 수 없어요. 글자 자막을 넣어 주세요.');
      const pictures = clip.subtitles.find((one) => subtitleIdOf(clip, one) === given.beside);
      const open = track
        .questions({ lang, role }, replaced ?? pictures)
        .filter((question) => !given.accepts.includes(question));
      if (open.length > 0)
        throw new RefusedError(
          open.map((question) => QUESTION_TEXTS[question].message).join(' '),
          open.map((question) => QUESTION_TEXTS[question].shown).join(' '),
        );
      const { added, forced } = await storeSubtitle(clip, track, { lang, role, label });
      await change(episodeId, given.version, (now) => {
        const same = now.subtitles.filter(
          (one) => one.lang.toLowerCase() === lang.toLowerCase() && roleOf(one) === role && one.path !== pictures?.path,
        );
        const placed = replaced
          ? now.subtitles.find((one) => one.path === replaced.path)
          : given.accepts.includes('SAME_LANGUAGE')
            ? (same.find((one) => kindOf(one) === kindOf(added)) ?? same[0])
            : undefined;
        const place = placed ? now.subtitles.indexOf(placed) : -1;
        const subtitles =
          place === -1 ? [...now.subtitles, added] : now.subtitles.map((one, index) => (index === place ? added : one));
        const hasForced = subtitles.some(
          (one) => one.lang.toLowerCase() === lang.toLowerCase() && roleOf(one) === 'forced',
        );
        return forced && !hasForced ? [...subtitles, forced] : subtitles;
      });
      return show(episodeId);
    },

    async change(episodeId, { version, subtitles }) {
      const wanted = subtitles.map((one) => ({ ...one, lang: readLanguage(one.lang) }));
      if (new Set(wanted.map(({ id }) => id)).size < wanted.length) fail('VALIDATION_FAILED');
      await change(episodeId, version, (clip) => {
        const known = new Map(clip.subtitles.map((one) => [subtitleIdOf(clip, one), one]));
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
