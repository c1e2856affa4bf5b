import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isSubtitleFolder } from './place-subtitles.ts';
import { formatOf } from './subtitle-words.ts';

/** Entries of a folder, as `readdir` tells them. */
export type FolderEntry = Pick<Dirent, 'name' | 'isSymbolicLink' | 'isDirectory'>;
export type ListFolder = (folder: string) => Promise<FolderEntry[]>;
export const listFolder: ListFolder = (folder) => readdir(folder, { withFileTypes: true });

/** `Subs/<name of the video>/2_Korean.srt` */
export const SUBTITLE_FOLDERS_DEEP = 2;
/** Enough for a season with subtitles in many languages. */
const MOST_NAMES = 5_000;

/**
 * The subtitle files in the folders of subtitles beside videos, relative to the folder of the videos. Links are not followed, and a
 * folder that cannot be read has none.
 *
 * @param entries of the folder of the videos
 */
export async function listSubtitlesInFolders(
  folder: string,
  entries: readonly FolderEntry[],
  list: ListFolder = listFolder,
): Promise<string[]> {
  const found: string[] = [];
  const walk = async (path: string, depth: number): Promise<void> => {
    for (const entry of await list(join(folder, path)).catch(() => [])) {
      if (found.length >= MOST_NAMES || entry.isSymbolicLink()) continue;
      const name = `${path}/${entry.name}`;
      if (entry.isDirectory()) {
        if (depth < SUBTITLE_FOLDERS_DEEP) await walk(name, depth + 1);
      } else if (formatOf(entry.name) !== undefined) found.push(name);
    }
  };
  for (const entry of entries)
    if (entry.isDirectory() && !entry.isSymbolicLink() && isSubtitleFolder(entry.name)) await walk(entry.name, 1);
  return found;
}
