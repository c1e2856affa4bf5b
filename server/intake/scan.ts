import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { placeSubtitles, titleFolders, isSubtitleFolder } from './beside/place-subtitles.ts';
import {
  listFolder,
  listSubtitlesInFolders,
  SUBTITLE_FOLDERS_DEEP,
  type FolderEntry,
  type ListFolder,
} from './beside/subtitle-folders.ts';
import { formatOf } from './beside/subtitle-words.ts';
import { isArchive, isPicture, isPlaylist, isSubtitle, isUnfinished, isVideo } from './file-kinds.ts';
import { shownName } from './intake-error.ts';
import { PICTURE_KINDS, type PictureKind, type Pictures } from './job.ts';
import { guessFromName, guessFromNames, isEpisode, KIND_NAMES, type NameGuess } from './names.ts';
import { noticeOf } from './texts/notice-texts.ts';

/** A path cannot be added; the message says which and why. */
export class ScanError extends Error {
  override readonly name = 'ScanError';
}

export interface FoundVideo {
  /** Absolute, without links. */
  source: string;
  /** For the operator: relative to what was added. */
  shown: string;
  guess: NameGuess;
  /** Pictures of its title: beside it, or in the folder above its season's. */
  pictures: Pictures;
}

export interface Found {
  videos: FoundVideo[];
  /** Files that were skipped, for the operator. */
  skipped: string[];
}

/** A library of 50 titles has about a thousand; more files than unfinished jobs may wait are likely a mistake. */
const MOST_VIDEOS = 2_000;
/** Files and folders of any kind: a wrong path, such as the root of a disk, ends soon. */
const MOST_ENTRIES = 200_000;
const MOST_DEPTH = 5;
/** Lines about files that are left out; the last one says how many more there are. */
const MOST_SKIPPED = 50;
/** A larger picture is no poster. */
const LARGEST_PICTURE_BYTES = 20_000_000;

/** Folders of storage devices and systems for what was deleted. */
const DELETED = /^(?:#recycle|@recycle|\$recycle\.bin|recycler)$/i;
/** Their folders for themselves. */
const OF_SYSTEM = /^(?:\.|@eadir$|lost\+found$|system volume information$)/i;

/** Stands for bytes that are no UTF-8. */
const UNREADABLE = '\uFFFD';

const isThere = (path: string) =>
  lstat(path).then(
    () => true,
    () => false,
  );

const byName = new Intl.Collator('ko', { numeric: true });

/** A picture that is a plain file of this folder. */
async function picturesIn(folder: string, names: readonly string[]): Promise<Pictures> {
  const found: Partial<Record<PictureKind, string>> = {};
  for (const kind of PICTURE_KINDS) {
    const name = names.find(
      (each) => isPicture(extname(each)) && each.slice(0, -extname(each).length).toLowerCase() === kind,
    );
    if (name === undefined) continue;
    const path = join(folder, name);
    const file = await lstat(path).catch(() => undefined);
    if (file?.isFile() && file.size > 0 && file.size <= LARGEST_PICTURE_BYTES) found[kind] = path;
  }
  return found;
}

/** @throws ScanError for a file that is no video. */
async function scanFile(given: string, root: string): Promise<Found> {
  if ((await lstat(given)).isSymbolicLink())
    throw new ScanError(`${shownName(given)} is a symbolic link. Add the file that it names.`);
  if (isPlaylist(extname(root)))
    throw new ScanError(`${shownName(root)} is a playlist, which may name files anywhere. Add the videos themselves.`);
  if (!isVideo(extname(root)))
    throw new ScanError(`${shownName(root)} has no ending of a video, such as .mkv or .mp4.`);
  // The folder of a single file may name the title.
  const folder = dirname(root);
  const shown = join(basename(folder), basename(root));
  const pictures = await picturesIn(folder, await readdir(folder));
  return { videos: [{ source: root, shown, guess: guessFromName(shown), pictures }], skipped: [] };
}

/** Why a symbolic link is left out; undefined for one that nobody misses. */
async function linkLine(file: string, root: string): Promise<string | undefined> {
  const target = await realpath(file).catch(() => undefined);
  if (target === undefined) return `${shownName(file)} is a symbolic link that leads nowhere or to itself: left out.`;
  if (!target.startsWith(root + sep) && target !== root)
    return `${shownName(file)} is a symbolic link out of the folder: left out.`;
  return isVideo(extname(file)) ? `${shownName(file)} is a link to a file that is added itself.` : undefined;
}

/** Says which subtitles of a folder belong to none of its videos. */
async function subtitleLines(
  folder: string,
  entries: readonly FolderEntry[],
  videos: readonly string[],
  list: ListFolder,
): Promise<string[]> {
  const own = entries.filter((entry) => !entry.isDirectory() && formatOf(entry.name) !== undefined);
  const names = [...own.map(({ name }) => name), ...(await listSubtitlesInFolders(folder, entries, list))];
  return placeSubtitles(titleFolders(folder), videos, names.sort())
    .filter(({ tags }) => tags === undefined)
    .map(({ name }) => noticeOf('SUBTITLE_UNMATCHED', { file: shownName(name) }).message);
}

/**
 * Finds the videos of a file or a folder, in the order of their names.
 *
 * @param most more videos are an error.
 * @throws ScanError
 */
export async function scan(path: string, most = MOST_VIDEOS, list = listFolder): Promise<Found> {
  const given = resolve(path);
  const root = await realpath(given).catch((error: NodeJS.ErrnoException) => {
    throw new ScanError(
      error.code === 'ENOENT' ? `${shownName(given)} is not there.` : `${shownName(given)}: ${error.message}`,
    );
  });
  const isFolder = (await lstat(root)).isDirectory();
  const found: Omit<FoundVideo, 'guess'>[] = [];
  const skipped: string[] = [];
  let cntSkipped = 0;
  let cntEntries = 0;
  const skip = (line: string) => {
    cntSkipped += 1;
    if (cntSkipped <= MOST_SKIPPED) skipped.push(line);
  };
  const parent = dirname(root);

  const add = (file: string, pictures: Pictures) => {
    if (found.length >= most)
      throw new ScanError(`${shownName(given)} has more than ${most} videos: add a part of it at a time.`);
    found.push({ source: file, shown: relative(parent, file), pictures });
  };

  if (!isFolder) return scanFile(given, root);

  /** @param read levels of this folder whose subtitles are read with the videos above it */
  const walk = async (folder: string, depth: number, above: Pictures, read = 0): Promise<void> => {
    const entries = await list(folder).catch((error: NodeJS.ErrnoException) => {
      // A folder that cannot be read does not hold up the others.
      if (depth === 0) throw new ScanError(`${shownName(given)} cannot be read (${error.code ?? error.message}).`);
      skip(`${shownName(folder)} cannot be read (${error.code ?? error.message}): left out.`);
      return [];
    });
    cntEntries += entries.length;
    if (cntEntries > MOST_ENTRIES)
      throw new ScanError(`${shownName(given)} has more than ${MOST_ENTRIES} files: add a part of it at a time.`);
    const names = entries.map(({ name }) => name).sort((one, other) => byName.compare(one, other));
    const pictures = { ...above, ...(await picturesIn(folder, names)) };
    const videos = names.filter((name) => isVideo(extname(name)));
    const kinds = new Map(entries.map((entry) => [entry.name, entry]));
    for (const name of names) {
      const entry = kinds.get(name)!;
      const file = join(folder, name);
      if (OF_SYSTEM.test(name)) continue;
      if (entry.isSymbolicLink()) {
        const line = await linkLine(file, root);
        if (line !== undefined) skip(line);
      } else if (name.includes(UNREADABLE) && !(await isThere(file))) {
        // The name was read with a sign in it that the disk does not have.
        skip(`${shownName(file)} has a name that is no UTF-8: rename it.`);
      } else if (entry.isDirectory()) {
        if (DELETED.test(name)) skip(`${shownName(file)} has deleted files: left out.`);
        else if (depth < MOST_DEPTH) {
          const isRead = videos.length > 0 && isSubtitleFolder(name);
          await walk(file, depth + 1, pictures, isRead ? SUBTITLE_FOLDERS_DEEP : Math.max(0, read - 1));
        } else skip(`${shownName(file)} lies too deep: left out.`);
      } else if (isPlaylist(extname(name))) skip(`${shownName(file)} is a playlist: left out.`);
      else if (isArchive(extname(name)))
        skip(`${shownName(file)} is an archive or a disc: left out. Add the videos in it.`);
      else if (isUnfinished(extname(name))) skip(`${shownName(file)} has not arrived yet: left out.`);
      else if (isVideo(extname(name))) add(file, pictures);
    }
    if (videos.length > 0) for (const line of await subtitleLines(folder, entries, videos, list)) skip(line);
    else if (read === 0 && names.some((name) => isSubtitle(extname(name))))
      skip(`${shownName(folder)} has subtitles and no video: left out. Move them beside their videos.`);
  };
  await walk(root, 0, {});
  const guesses = guessFromNames(found.map(({ shown }) => shown));
  const videos: FoundVideo[] = [];
  for (const [index, one] of found.entries()) {
    const guess = guesses[index]!;
    if (isEpisode(guess)) videos.push({ ...one, guess });
    else skip(`${shownName(one.source)} is ${KIND_NAMES[guess.kind]}: left out. Add it alone if it is an episode.`);
  }
  if (cntSkipped > MOST_SKIPPED) skipped.push(`${cntSkipped - MOST_SKIPPED} more are left out.`);
  if (videos.length === 0) throw new ScanError([`${shownName(given)} has no video.`, ...skipped].join('\n'));
  return { videos, skipped };
}
