import { access, copyFile, rename, rm, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { OWN_FOLDER, type TitleRecord } from '../catalogue/format/index.ts';
import { saveEpisode } from '../catalogue/index.ts';
import type { Transact } from '../db/open.ts';
import type { MediaJobRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { readClip } from './clip-record.ts';
import { drawPicture, OWN_COLOR } from './drawn-pictures.ts';
import { PICTURE_KINDS, type JobTarget, type PictureKind, type Pictures } from './job.ts';
import { clipIdOf, clipPathOf, makeFolder, titlePathOf, workFolderOf } from './media-folder.ts';
import { RESULTS } from './steps/results.ts';

export interface PublishOptions {
  transact: Transact;
  clock: Clock;
  catalogueFolder: string;
  mediaFolder: string;
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** Writes a file that appears only when it is complete. */
async function make(path: string, write: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${path}.part`;
  await write(draft);
  await rename(draft, path);
}

/** Moves the packaged files to where the server finds them; a repeated step finds them there. */
async function moveFiles(workFolder: string, mediaFolder: string, clipPath: string): Promise<void> {
  const packaged = join(workFolder, RESULTS.package);
  if (!(await exists(packaged))) return;
  await makeFolder(join(mediaFolder, OWN_FOLDER));
  await rm(join(mediaFolder, clipPath), { recursive: true, force: true });
  await rename(packaged, join(mediaFolder, clipPath));
}

/** The pictures of a new title: those beside its videos, else its name in type. @returns their paths in the record. */
async function makeArt(
  mediaFolder: string,
  { titleId, name }: { titleId: number; name: string },
  pictures: Pictures,
): Promise<TitleRecord['art']> {
  const folder = titlePathOf(titleId);
  await makeFolder(join(mediaFolder, folder));
  const art: Partial<Record<PictureKind, string>> = {};
  for (const kind of PICTURE_KINDS) {
    const given = pictures[kind];
    const path = `${folder}/${kind}${given === undefined ? '.svg' : extname(given).toLowerCase()}`;
    const file = join(mediaFolder, path);
    if (!(await exists(file)))
      await make(file, (draft) =>
        // Screens write the title's name over its backdrop.
        given === undefined
          ? writeFile(draft, drawPicture(kind, kind === 'backdrop' ? '' : name))
          : copyFile(given, draft),
      );
    art[kind] = path;
  }
  return art as TitleRecord['art'];
}

/** What the catalogue's format demands and no file says. An operator changes it. */
const titleOf = (
  { name, content_rating }: NonNullable<JobTarget['newTitle']>,
  art: TitleRecord['art'],
  year: number,
): Omit<TitleRecord, 'id' | 'episodes'> => ({
  ...{ kind: 'title', name, content_rating, art, color: OWN_COLOR, synopsis: name, genres: ['기타'], tags: [] },
  ...{ medium: 'TVA', director: '미상', production: '미상', cast: [], series: null, themes: [] },
  air: { year, quarter: 1, weekday: null, is_ended: true },
});

/**
 * Moves a finished clip into the media folder and puts it into the catalogue. Every part may be repeated.
 *
 * @returns what the operator should know.
 * @throws CatalogueError, RefusedError
 */
export async function publishJob(
  options: PublishOptions,
  { id, target, pictures }: Pick<MediaJobRow, 'id' | 'target' | 'pictures'>,
): Promise<string[]> {
  const { mediaFolder, clock } = options;
  const { titleId, newTitle, episodeId, episodeNum, subject, access: accessRule, isPublished } = target;
  const workFolder = workFolderOf(mediaFolder, id);
  const clipId = clipIdOf(id);
  const path = clipPathOf(clipId);
  const clip = await readClip(workFolder, { id: clipId, path });
  await moveFiles(workFolder, mediaFolder, path);

  const thumbnail = `${path}/still.svg`;
  await make(join(mediaFolder, thumbnail), (draft) => writeFile(draft, drawPicture('still', episodeNum)));
  const art = newTitle && (await makeArt(mediaFolder, { titleId, name: newTitle.name }, pictures));
  const { isTitleHidden } = await saveEpisode(options, {
    titleId,
    newTitle: newTitle && art ? titleOf(newTitle, art, clock.now().getUTCFullYear()) : undefined,
    episode: {
      ...{ id: episodeId, episode_num: episodeNum, subject, thumbnail, access: accessRule },
      synopsis: subject,
    },
    clip,
    isPublished,
  });
  return isPublished && isTitleHidden
    ? [`Title ${titleId} is not published, so viewers do not see the episode: npm run titles -- publish ${titleId}`]
    : [];
}
