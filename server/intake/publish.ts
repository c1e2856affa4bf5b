import { access } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { z } from 'zod';
import { titlePathOf, titleRecordSchema, type TitleRecord } from '../catalogue/format/index.ts';
import { saveEpisode, saveSingleClip } from '../catalogue/index.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { MediaJobRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { koreanQuarter } from '../lib/korean-time.ts';
import { MediaStoreError, type MediaStore, type Moving } from '../providers/media-store.ts';
import { readClipFile, toClipRecord } from './clip-record.ts';
import { drawPicture, OWN_COLOR } from './drawn-pictures.ts';
import { STILL_FILE } from './encode/picture-arguments.ts';
import { IntakeError } from './intake-error.ts';
import { isForEpisode, PICTURE_KINDS, type EpisodeTarget, type PictureKind, type Pictures } from './job.ts';
import { clipIdOf, clipPathOf, workFolderOf } from './media-folder.ts';
import { marksOfChapters } from './marks/chapter-marks.ts';
import { saveSigns } from './marks/store.ts';
import { RESULTS } from './steps/results.ts';
import type { CodedText } from './texts/coded-text.ts';
import { noticeOf } from './texts/notice-texts.ts';

export interface PublishOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  catalogueFolder: string;
  /** Where jobs work. */
  mediaFolder: string;
  mediaStore: MediaStore;
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Moves the packaged files to where the server finds them; a repeated step finds them there. */
async function moveFiles(workFolder: string, store: MediaStore, clipPath: string, moving: Moving): Promise<void> {
  const packaged = join(workFolder, RESULTS.package);
  if (await exists(packaged)) await store.moveIn(packaged, clipPath, moving);
}

/** The pictures of a new title: those beside its videos, else its name in type. @returns their paths in the record. */
async function makeArt(
  store: MediaStore,
  { titleId, name }: { titleId: number; name: string },
  pictures: Pictures,
): Promise<TitleRecord['art']> {
  const folder = titlePathOf(titleId);
  const art: Partial<Record<PictureKind, string>> = {};
  for (const kind of PICTURE_KINDS) {
    const given = pictures[kind];
    const path = `${folder}/${kind}${given === undefined ? '.svg' : extname(given).toLowerCase()}`;
    if (!(await store.has(path))) {
      // Screens write the title's name over its backdrop.
      if (given === undefined) await store.putText(path, drawPicture(kind, kind === 'backdrop' ? '' : name));
      else await store.putFile(path, given);
    }
    art[kind] = path;
  }
  return art as TitleRecord['art'];
}

/** Parsed, so that fields with a default need no line in `titleOf`. */
const newTitleSchema = titleRecordSchema.omit({ id: true, episodes: true });

/** Values that the catalogue's format requires and the files do not contain. An operator corrects them later. */
const titleOf = (
  { name, content_rating }: NonNullable<EpisodeTarget['newTitle']>,
  art: TitleRecord['art'],
  now: Date,
): Omit<TitleRecord, 'id' | 'episodes'> =>
  newTitleSchema.parse({
    ...{ kind: 'title', name, content_rating, art, color: OWN_COLOR, synopsis: name, genres: ['기타'], tags: [] },
    ...{ medium: 'TVA', director: '미상', production: '미상', cast: [], series: null, themes: [] },
    air: { ...koreanQuarter(now), weekday: null, is_ended: true },
  } satisfies z.input<typeof newTitleSchema>);

/**
 * Moves a finished clip into the media store and puts it into the catalogue. Every part may be repeated.
 *
 * @returns what the operator should know.
 * @throws CatalogueError, RefusedError, IntakeError
 */
export async function publishJob(
  options: PublishOptions,
  job: Pick<MediaJobRow, 'id' | 'target' | 'pictures'>,
  moving: Moving = {},
): Promise<CodedText[]> {
  try {
    return await publish(options, job, moving);
  } catch (error) {
    if (!(error instanceof MediaStoreError)) throw error;
    throw new IntakeError('STORE_UNAVAILABLE', { detail: error.message }, { cause: error });
  }
}

async function publish(
  options: PublishOptions,
  { id, target, pictures }: Pick<MediaJobRow, 'id' | 'target' | 'pictures'>,
  moving: Moving,
): Promise<CodedText[]> {
  const { mediaFolder, mediaStore, clock } = options;
  const workFolder = workFolderOf(mediaFolder, id);
  const clipId = clipIdOf(id);
  const path = clipPathOf(clipId);
  const made = await readClipFile(workFolder);
  const clip = toClipRecord(made, { id: clipId, path });
  await moveFiles(workFolder, mediaStore, path, moving);
  moving.signal?.throwIfAborted();
  if (!isForEpisode(target)) {
    await saveSingleClip(options, clip);
    return [];
  }

  const { titleId, newTitle, episodeId, episodeNum, subject, access: accessRule, isPublished } = target;
  const art = newTitle && (await makeArt(mediaStore, { titleId, name: newTitle.name }, pictures));
  const { isTitleHidden } = await saveEpisode(options, {
    titleId,
    newTitle: newTitle && art ? titleOf(newTitle, art, clock.now()) : undefined,
    episode: {
      ...{ id: episodeId, episode_num: episodeNum, subject, access: accessRule },
      thumbnail: `${path}/${STILL_FILE}`,
      synopsis: subject,
    },
    clip,
    isPublished,
  });
  const chapters = marksOfChapters(made.chapters, clip.duration);
  await saveSigns(options.db, clipId, { fingerprint: made.fingerprint, chapters });
  return isPublished && isTitleHidden ? [noticeOf('TITLE_UNPUBLISHED', { title: titleId })] : [];
}
