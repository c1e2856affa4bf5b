import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path';
import { isPicture, isPlaylist, isVideo } from './file-kinds.ts';
import { shownName } from './intake-error.ts';
import { PICTURE_KINDS, type PictureKind, type Pictures } from './job.ts';
import { guessFromName, guessFromNames, isEpisode, KIND_NAMES, type NameGuess } from './names.ts';

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

const MOST_VIDEOS = 500;
const MOST_DEPTH = 5;
const MOST_SKIPPED = 20;
/** A larger picture is no poster. */
const LARGEST_PICTURE_BYTES = 20_000_000;

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
    const file = await lstat(path);
    if (file.isFile() && file.size > 0 && file.size <= LARGEST_PICTURE_BYTES) found[kind] = path;
  }
  return found;
}

/**
 * Finds the videos of a file or a folder, in the order of their names.
 *
 * @param most more videos are an error.
 * @throws ScanError
 */
export async function scan(path: string, most = MOST_VIDEOS): Promise<Found> {
  const given = resolve(path);
  const root = await realpath(given).catch((error: NodeJS.ErrnoException) => {
    throw new ScanError(
      error.code === 'ENOENT' ? `${shownName(given)} is not there.` : `${shownName(given)}: ${error.message}`,
    );
  });
  const isLink = (await lstat(given)).isSymbolicLink();
  const isFolder = (await lstat(root)).isDirectory();
  const found: Omit<FoundVideo, 'guess'>[] = [];
  const skipped: string[] = [];
  const skip = (line: string) => {
    if (skipped.length < MOST_SKIPPED) skipped.push(line);
  };
  const parent = dirname(root);

  const add = (file: string, pictures: Pictures) => {
    if (found.length >= most)
      throw new ScanError(`${shownName(given)} has more than ${most} videos: add a part of it at a time.`);
    found.push({ source: file, shown: relative(parent, file), pictures });
  };

  if (!isFolder) {
    if (isLink) throw new ScanError(`${shownName(given)} is a symbolic link. Add the file that it names.`);
    if (isPlaylist(extname(root)))
      throw new ScanError(
        `${shownName(root)} is a playlist, which may name files anywhere. Add the videos themselves.`,
      );
    if (!isVideo(extname(root)))
      throw new ScanError(`${shownName(root)} has no ending of a video, such as .mkv or .mp4.`);
    // The folder of a single file may name the title.
    const folder = dirname(root);
    const shown = join(basename(folder), basename(root));
    const pictures = await picturesIn(folder, await readdir(folder));
    return { videos: [{ source: root, shown, guess: guessFromName(shown), pictures }], skipped };
  }

  const walk = async (folder: string, depth: number, above: Pictures): Promise<void> => {
    const entries = await readdir(folder, { withFileTypes: true });
    const names = entries.map(({ name }) => name).sort((one, other) => byName.compare(one, other));
    const pictures = { ...above, ...(await picturesIn(folder, names)) };
    const kinds = new Map(entries.map((entry) => [entry.name, entry]));
    for (const name of names) {
      const entry = kinds.get(name)!;
      const file = join(folder, name);
      if (name.startsWith('.')) continue;
      if (entry.isSymbolicLink()) {
        const target = await realpath(file).catch(() => undefined);
        const isInside = target !== undefined && target.startsWith(root + sep);
        if (isVideo(extname(name)) || !isInside)
          skip(
            isInside
              ? `${shownName(file)} is a link to a file that is added itself.`
              : `${shownName(file)} is a symbolic link out of the folder: left out.`,
          );
      } else if (entry.isDirectory()) {
        if (depth < MOST_DEPTH) await walk(file, depth + 1, pictures);
        else skip(`${shownName(file)} lies too deep: left out.`);
      } else if (isPlaylist(extname(name))) skip(`${shownName(file)} is a playlist: left out.`);
      else if (isVideo(extname(name))) add(file, pictures);
    }
  };
  await walk(root, 0, {});
  const guesses = guessFromNames(found.map(({ shown }) => shown));
  const videos: FoundVideo[] = [];
  for (const [index, one] of found.entries()) {
    const guess = guesses[index]!;
    if (isEpisode(guess)) videos.push({ ...one, guess });
    else skip(`${shownName(one.source)} is ${KIND_NAMES[guess.kind]}: left out. Add it alone if it is an episode.`);
  }
  if (videos.length === 0) throw new ScanError([`${shownName(given)} has no video.`, ...skipped].join('\n'));
  return { videos, skipped };
}
