import { constants } from 'node:fs';
import { copyFile, link, lstat, realpath, rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { InboxFileRow } from '../../db/tables.ts';
import { RefusedError } from '../../lib/refused-error.ts';
import { makeFolder, startedFolderOf, uploadPathOf } from '../media-folder.ts';
import { subFileOf } from '../pictures/file-tracks.ts';
import type { NamedFile } from './beside-files.ts';
import { subtitleNameOf, type OwnSubtitle } from './own-subtitles.ts';

export const changedMeanwhile = () =>
  new RefusedError('The inbox has changed.', '그사이 목록이 바뀌었어요. 다시 확인해 주세요.');

/**
 * Makes a file available under a second name, without a copy where the disk allows it.
 *
 * @throws RefusedError when somebody has removed the file or its folder in the meantime.
 */
async function linkOrCopy(from: string, to: string): Promise<void> {
  await rm(to, { force: true });
  await link(from, to)
    .catch(() => copyFile(from, to, constants.COPYFILE_FICLONE))
    .catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? changedMeanwhile() : error;
    });
}

/** Files of the inbox as jobs read them: links beside each other, or where they lie in the watched folder. */
export function createJobSources(mediaFolder: string) {
  /** @throws RefusedError when the file is not the one that was examined. */
  const sourceOf = async (row: InboxFileRow, subtitles: readonly OwnSubtitle[]): Promise<string> => {
    if (row.location !== null) {
      const file = await lstat(row.location).catch(() => undefined);
      const real = await realpath(row.location).catch(() => undefined);
      // A folder on the way may have become a link since the folder was looked at.
      if (!file?.isFile() || real !== row.location || file.size !== row.bytes) throw changedMeanwhile();
      return row.location;
    }
    const folder = startedFolderOf(mediaFolder, row.id);
    await makeFolder(folder);
    const source = join(folder, `${row.id}${extname(row.path).toLowerCase()}`);
    await linkOrCopy(uploadPathOf(mediaFolder, row.id), source);
    const taken = new Set<string>();
    for (const subtitle of subtitles) {
      const name = subtitleNameOf(row.id, subtitle, taken);
      taken.add(name);
      await linkOrCopy(uploadPathOf(mediaFolder, subtitle.id), join(folder, name));
      const { pictures } = subtitle;
      if (pictures) await linkOrCopy(uploadPathOf(mediaFolder, pictures.id), join(folder, subFileOf(name)));
    }
    return source;
  };

  /** Pictures have jobs of their own as readers, so each has a folder of its own; one of the watched folder stays there. */
  const pictureOf = async (picture: NamedFile | string): Promise<string> => {
    if (typeof picture === 'string') return picture;
    const { id, path } = picture;
    const folder = startedFolderOf(mediaFolder, id);
    await makeFolder(folder);
    const linked = join(folder, `${id}${extname(path).toLowerCase()}`);
    await linkOrCopy(uploadPathOf(mediaFolder, id), linked);
    return linked;
  };

  return { sourceOf, pictureOf };
}
