import { basename, dirname, extname } from 'node:path';
import type { InboxKind } from '#contract/console/inbox.ts';
import { joinBeside, NOTHING_BESIDE, type Beside } from '../beside/facts.ts';
import type { FoundBeside } from '../beside/find-beside.ts';
import { namesOfPictures } from '../beside/picture-names.ts';
import { PICTURE_KINDS, type PictureKind } from '../job.ts';

/** A file of the inbox, by the name that people gave it. */
export interface NamedFile {
  id: string;
  kind: InboxKind;
  path: string;
  /** What was read in or beside it. */
  beside?: Beside | FoundBeside | null;
}

const comparable = (name: string) => name.normalize('NFC').toLowerCase();
const stemOf = (path: string) => comparable(basename(path, extname(path)));
export const folderOf = (path: string): string => comparable(dirname(path));

/** The first of what is found for some values. */
function firstOf<V, F>(values: readonly V[], find: (value: V) => F | undefined): F | undefined {
  for (const value of values) {
    const found = find(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The folder of a file and those above it, the nearest first. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let folder = folderOf(path); ; folder = dirname(folder)) {
    folders.push(folder);
    if (folder === dirname(folder)) return folders;
  }
}

/** What the inbox has beside a video. */
export interface BesideInInbox {
  beside: FoundBeside;
  /** The uploaded files that say it. */
  metadata: NamedFile[];
  pictures: Partial<Record<PictureKind, NamedFile>>;
  still: NamedFile | undefined;
}

/** What was read beside a video of the watched folder; undefined for an upload. */
const watchedOf = ({ beside }: NamedFile): FoundBeside | undefined =>
  beside && 'pictures' in beside ? (beside as FoundBeside) : undefined;

/** Files by their kind, folder and name: an inbox may have thousands, and each video asks for those beside it. */
export interface BesideFiles {
  find(kind: InboxKind, folder: string, stem: string): NamedFile | undefined;
  countVideos(folder: string): number;
  hasPictures(folder: string): boolean;
}

export function indexFiles(files: readonly NamedFile[]): BesideFiles {
  const keyOf = (kind: InboxKind, folder: string, stem: string) => `${kind} ${folder}/${stem}`;
  const byName = new Map<string, NamedFile>();
  const videos = new Map<string, number>();
  const pictured = new Set<string>();
  for (const file of files) {
    const { kind, path, beside } = file;
    const folder = folderOf(path);
    if (kind === 'video') videos.set(folder, (videos.get(folder) ?? 0) + 1);
    if (kind === 'picture') pictured.add(folder);
    const key = keyOf(kind, folder, stemOf(path));
    // Metadata that could not be read say nothing; of several files with a name, the first counts.
    if ((kind !== 'metadata' || beside) && !byName.has(key)) byName.set(key, file);
  }
  return {
    find: (kind, folder, stem) => byName.get(keyOf(kind, folder, stem)),
    countVideos: (folder) => videos.get(folder) ?? 0,
    hasPictures: (folder) => pictured.has(folder),
  };
}

function metadataOf(video: NamedFile, files: BesideFiles): NamedFile[] {
  const folder = folderOf(video.path);
  const named = (where: string, stem: string) => files.find('metadata', where, stem);
  const own =
    named(folder, stemOf(video.path)) ?? (files.countVideos(folder) === 1 ? named(folder, 'movie') : undefined);
  if (own?.beside?.title?.isFilm) return [own];
  const show = firstOf(foldersOf(video.path), (one) => named(one, 'tvshow'));
  return [own, show].filter((one) => one !== undefined);
}

function picturesOf(
  video: NamedFile,
  files: BesideFiles,
  season: number | undefined,
): Pick<BesideInInbox, 'pictures' | 'still'> {
  const folders = foldersOf(video.path).filter((folder) => files.hasPictures(folder));
  if (folders.length === 0) return { pictures: {}, still: undefined };
  const wanted = namesOfPictures(stemOf(video.path), season);
  const pictureIn = (folder: string, stems: readonly string[]) =>
    firstOf(stems, (stem) => files.find('picture', folder, stem));
  const pictures: BesideInInbox['pictures'] = {};
  for (const kind of PICTURE_KINDS) {
    const found = firstOf(folders, (folder) => pictureIn(folder, wanted[kind]));
    if (found) pictures[kind] = found;
  }
  return { pictures, still: pictureIn(folderOf(video.path), wanted.still) };
}

/** Finds metadata and pictures of a video among the files of the inbox; the nearest ones count. */
export function besideInInbox(video: NamedFile, files: BesideFiles, season: number | undefined): BesideInInbox {
  const watched = watchedOf(video);
  const metadata = watched ? [] : metadataOf(video, files);
  const said: Beside = watched ?? joinBeside(metadata.map(({ beside }) => beside ?? NOTHING_BESIDE));
  return {
    beside: { ...said, pictures: watched?.pictures ?? {}, still: watched?.still },
    metadata,
    ...picturesOf(video, files, said.episode?.season ?? season),
  };
}
