import { constants } from 'node:fs';
import { lstat, open, readdir } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { isPicture, isVideo } from '../file-kinds.ts';
import { shownName } from '../intake-error.ts';
import type { Pictures } from '../job.ts';
import { noticeOf } from '../texts/notice-texts.ts';
import { joinBeside, NOTHING_BESIDE, type Beside } from './facts.ts';
import { namesOfPictures } from './picture-names.ts';
import { LARGEST_NFO_BYTES, readNfo, type Nfo } from './read-nfo.ts';

/** Folders above a video's that may describe its title: season, title. */
const MOST_ABOVE = 2;
/** A larger picture is no poster. */
const LARGEST_PICTURE_BYTES = 20_000_000;
/** A file that is being written is read once more. */
const MOST_READS = 2;

/** What files beside a video say and show. */
export interface FoundBeside extends Beside {
  /** Of its title. */
  pictures: Pictures;
  /** A picture of the episode, by absolute path. */
  still: string | undefined;
}

const comparable = (name: string) => name.normalize('NFC').toLowerCase();
const stemOf = (name: string) => name.slice(0, name.length - extname(name).length);

type Read = Buffer | 'gone' | 'tooLarge' | 'changed';

/** Reads a small plain file, never through a link, and only if it does not change during the read. */
async function readStill(path: string): Promise<Read> {
  for (let reads = 1; ; reads += 1) {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
      () => undefined,
    );
    if (file === undefined) return 'gone';
    try {
      const before = await file.stat();
      if (!before.isFile()) return 'gone';
      if (before.size > LARGEST_NFO_BYTES) return 'tooLarge';
      const bytes = Buffer.alloc(before.size + 1);
      let length = 0;
      for (let read = -1; read !== 0 && length < bytes.length; length += read)
        ({ bytesRead: read } = await file.read(bytes, length, bytes.length - length, length));
      const after = await lstat(path).catch(() => undefined);
      const isSame = after?.ino === before.ino && after.size === length && after.mtimeMs === before.mtimeMs;
      if (isSame) return bytes.subarray(0, length);
      if (reads === MOST_READS) return 'changed';
    } finally {
      await file.close();
    }
  }
}

async function readNfoFile(path: string): Promise<Nfo | undefined> {
  const file = shownName(path);
  const read = await readStill(path);
  if (read === 'gone') return undefined;
  const problem = read === 'tooLarge' ? 'METADATA_TOO_LARGE' : 'METADATA_CHANGED';
  return typeof read === 'string'
    ? { kind: undefined, title: null, episode: null, notices: [noticeOf(problem, { file })] }
    : readNfo(read, file);
}

const besideOf = (path: string, { title, episode, notices }: Nfo): Beside => ({
  title,
  episode,
  notices: [...notices],
  files: title !== null || episode !== null ? [basename(path)] : [],
});

/**
 * Finds metadata and pictures beside videos, as media centres store them.
 *
 * @param root the folder that was added: nothing above it is read.
 */
export function createFindBeside(root: string) {
  const listings = new Map<string, Promise<readonly string[]>>();
  const nfos = new Map<string, Promise<Nfo | undefined>>();
  const listOf = (folder: string) => {
    const known = listings.get(folder) ?? readdir(folder).catch(() => []);
    listings.set(folder, known);
    return known;
  };
  const nfoOf = (path: string) => {
    const known = nfos.get(path) ?? readNfoFile(path);
    nfos.set(path, known);
    return known;
  };

  /** The video's folder and those above it, the nearest first. */
  const foldersOf = (source: string): string[] => {
    const folders = [dirname(source)];
    while (folders.length <= MOST_ABOVE) {
      const above = dirname(folders.at(-1)!);
      if (above === folders.at(-1) || (relative(root, above) + sep).startsWith(`..${sep}`)) break;
      folders.push(above);
    }
    return folders;
  };

  const inFolder = async (folder: string, wanted: string): Promise<string | undefined> => {
    const name = (await listOf(folder)).find((one) => comparable(one) === wanted);
    return name === undefined ? undefined : join(folder, name);
  };

  const readMetadata = async (source: string): Promise<Beside> => {
    const folders = foldersOf(source);
    const [folder] = folders as [string];
    const stem = comparable(stemOf(basename(source)));
    const cntVideo = (await listOf(folder)).filter((name) => isVideo(extname(name))).length;
    const own =
      (await inFolder(folder, `${stem}.nfo`)) ?? (cntVideo === 1 ? await inFolder(folder, 'movie.nfo') : undefined);
    const found: Beside[] = [];
    const ownNfo = own === undefined ? undefined : await nfoOf(own);
    if (own !== undefined && ownNfo) found.push(besideOf(own, ownNfo));
    if (ownNfo?.kind === 'movie') return joinBeside(found);
    for (const each of folders) {
      const path = await inFolder(each, 'tvshow.nfo');
      const nfo = path === undefined ? undefined : await nfoOf(path);
      if (path === undefined || nfo === undefined || path === own) continue;
      found.push(besideOf(path, nfo));
      break;
    }
    return found.length === 0 ? NOTHING_BESIDE : joinBeside(found);
  };

  const pictureIn = async (folder: string, stems: readonly string[]): Promise<string | undefined> => {
    const names = await listOf(folder);
    for (const stem of stems)
      for (const name of names) {
        if (!isPicture(extname(name)) || comparable(stemOf(name)) !== stem) continue;
        const file = await lstat(join(folder, name)).catch(() => undefined);
        if (file?.isFile() && file.size > 0 && file.size <= LARGEST_PICTURE_BYTES) return join(folder, name);
      }
    return undefined;
  };

  return {
    /** @param season as the video's name or its metadata say it */
    async find(source: string, season: number | undefined): Promise<FoundBeside> {
      const beside = await readMetadata(source);
      const stem = comparable(stemOf(basename(source)));
      const wanted = namesOfPictures(stem, beside.episode?.season ?? season);
      const pictures: { -readonly [K in keyof Pictures]: Pictures[K] } = {};
      for (const kind of ['poster', 'wide', 'backdrop'] as const)
        for (const folder of foldersOf(source)) {
          const path = await pictureIn(folder, wanted[kind]);
          if (path === undefined) continue;
          pictures[kind] = path;
          break;
        }
      return { ...beside, pictures, still: await pictureIn(dirname(source), wanted.still) };
    },
  };
}

export type FindBeside = ReturnType<typeof createFindBeside>;
