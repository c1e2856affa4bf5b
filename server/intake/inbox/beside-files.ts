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

function metadataOf(video: NamedFile, files: readonly NamedFile[]): NamedFile[] {
  const all = files.filter(({ kind, beside }) => kind === 'metadata' && beside);
  const folder = folderOf(video.path);
  const isOnly = files.filter(({ kind, path }) => kind === 'video' && folderOf(path) === folder).length === 1;
  const named = (where: string, stem: string) =>
    all.find(({ path }) => folderOf(path) === where && stemOf(path) === stem);
  const own = named(folder, stemOf(video.path)) ?? (isOnly ? named(folder, 'movie') : undefined);
  if (own?.beside?.title?.isFilm) return [own];
  const show = foldersOf(video.path)
    .map((one) => named(one, 'tvshow'))
    .find((one) => one !== undefined);
  return [own, show].filter((one) => one !== undefined);
}

/** Finds metadata and pictures of a video among the files of the inbox; the nearest ones count. */
export function besideInInbox(
  video: NamedFile,
  files: readonly NamedFile[],
  season: number | undefined,
): BesideInInbox {
  const watched = watchedOf(video);
  const metadata = watched ? [] : metadataOf(video, files);
  const said: Beside = watched ?? joinBeside(metadata.map(({ beside }) => beside ?? NOTHING_BESIDE));
  const wanted = namesOfPictures(stemOf(video.path), said.episode?.season ?? season);
  const folders = foldersOf(video.path);
  const pictureIn = (folder: string, stems: readonly string[]) => {
    const there = files.filter(({ kind, path }) => kind === 'picture' && folderOf(path) === folder);
    for (const stem of stems) {
      const found = there.find(({ path }) => stemOf(path) === stem);
      if (found) return found;
    }
    return undefined;
  };
  const pictures: BesideInInbox['pictures'] = {};
  for (const kind of PICTURE_KINDS)
    for (const folder of folders) {
      const found = pictureIn(folder, wanted[kind]);
      if (found) {
        pictures[kind] = found;
        break;
      }
    }
  return {
    beside: { ...said, pictures: watched?.pictures ?? {}, still: watched?.still },
    metadata,
    pictures,
    still: pictureIn(folders[0]!, wanted.still),
  };
}
