import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { findClipToEdit, isSameLength, saveEpisode, saveSingleClip } from '../catalogue/index.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { MediaJobRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import type { MakePicture } from '../catalogue/pictures/make-picture.ts';
import { MediaStoreError, type MediaStore, type Moving } from '../providers/media-store.ts';
import { titleOf } from './beside/title-record.ts';
import { readClipFile, toClipRecord } from './clip-record.ts';
import { STILL_FILE } from './encode/picture-arguments.ts';
import { IntakeError } from './intake-error.ts';
import { isForEpisode, isForSound } from './job.ts';
import { clipIdOf, clipPathOf, workFolderOf } from './media-folder.ts';
import { saveStyles } from './drawings/style-store.ts';
import { marksOfChapters } from './marks/chapter-marks.ts';
import { saveSigns } from './marks/store.ts';
import { keptSounds, soundsOnlyOf } from './sounds/kept-sounds.ts';
import { publishSound } from './sounds/publish-sound.ts';
import { RESULTS } from './steps/results.ts';
import type { CodedText } from './texts/coded-text.ts';
import { noticeOf } from './texts/notice-texts.ts';
import { makeArt, storePicture } from './title-art.ts';
import { keptSubtitles } from './tracks/kept-subtitles.ts';

export interface PublishOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Pick<Random, 'uuid'>;
  catalogueFolder: string;
  /** Where jobs work. */
  mediaFolder: string;
  mediaStore: MediaStore;
  makePicture: MakePicture;
}

/** A picture beside the video, in the clip's folder: both are removed together. */
const OWN_STILL = 'beside.webp';

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
  if (isForSound(target)) {
    await publishSound(options, { id, target });
    return [];
  }
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

  const {
    titleId,
    newTitle,
    episodeId,
    episodeNum,
    subject,
    access: accessRule,
    isPublished,
    facts,
    still,
    isReplacing,
  } = target;
  const notices: CodedText[] = [];
  if (isReplacing) {
    const { clip: before } = await findClipToEdit(options.db, episodeId, clock.now());
    clip.subtitles.push(...(await keptSubtitles(options, { before, clip })));
    Object.assign(clip, await keptSounds(options, { before, clip, workFolder }));
    // Copying takes a while, in which the job may have been cancelled or taken over.
    moving.signal?.throwIfAborted();
  }
  const tell = (notice: CodedText) => void notices.push(notice);
  const art = newTitle && (await makeArt(options, { titleId, name: newTitle.name }, pictures, tell));
  const ownStill = `${path}/${OWN_STILL}`;
  const problem = still && (await storePicture(options, { kind: 'still', source: still, path: ownStill }));
  if (problem) tell(problem);
  const hasStill = still !== undefined && problem === undefined;
  const { isTitleHidden, replaced } = await saveEpisode(options, {
    titleId,
    newTitle: newTitle && art ? titleOf(newTitle, art, clock.now()) : undefined,
    episode: {
      id: episodeId,
      episode_num: episodeNum,
      subject,
      access: accessRule,
      thumbnail: hasStill ? ownStill : `${path}/${STILL_FILE}`,
      synopsis: facts?.synopsis ?? '',
      ends_at: null,
      countries: [],
    },
    clip,
    isPublished,
    isReplacing: isReplacing ?? false,
  });
  if (replaced && !isSameLength(replaced, clip))
    tell(noticeOf('VIDEO_LENGTH_CHANGED', { before: replaced.duration, after: clip.duration }));
  const gone = replaced ? soundsOnlyOf(replaced, clip).map(({ label }) => label) : [];
  if (gone.length > 0) tell(noticeOf('SOUNDS_GONE', { sounds: gone.join(', ') }));
  const chapters = marksOfChapters(made.chapters, clip.duration);
  await saveStyles(options.db, titleId, made.styles);
  await saveSigns(options.db, clipId, { fingerprint: made.fingerprint, chapters, list: made.chapters });
  if (isPublished && isTitleHidden) tell(noticeOf('TITLE_UNPUBLISHED', { title: titleId }));
  return notices;
}
