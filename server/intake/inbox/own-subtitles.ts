import { basename, extname } from 'node:path';
import { groupBy } from '../../lib/group-by.ts';
import { isSubtitleFolder, placeSubtitles, titleFolders } from '../beside/place-subtitles.ts';
import { comparable } from '../beside/subtitle-words.ts';
import { SUBTITLE_FOLDERS_DEEP } from '../beside/subtitle-folders.ts';
import { languageOf } from '../plan/languages.ts';
import type { TrackTags } from '../probe/source.ts';
import { folderOf, type NamedFile } from './beside-files.ts';

/** An uploaded subtitle with what its name says. */
export interface OwnSubtitle extends NamedFile {
  tags: TrackTags;
  /** The file `sub` of an index. */
  pictures?: NamedFile | undefined;
}

/** The files of subtitles: an index has two. */
export const filesOfSubtitles = (subtitles: readonly OwnSubtitle[]): NamedFile[] =>
  subtitles.flatMap((one) => [one, ...(one.pictures ? [one.pictures] : [])]);

/** The folder of videos that a subtitle lies in, or beside in a folder of subtitles; and its path from there. */
function placeBesideVideos(file: Omit<OwnSubtitle, 'tags'>, isOfVideos: (folder: string) => boolean) {
  const parts = file.path.split('/');
  for (let depth = 0; depth <= SUBTITLE_FOLDERS_DEEP && depth < parts.length; depth += 1) {
    if (depth > 0 && !isSubtitleFolder(parts.at(-1 - depth)!)) continue;
    const folder = folderOf(parts.slice(0, parts.length - depth).join('/'));
    if (isOfVideos(folder)) return [{ file, folder, name: parts.slice(-1 - depth).join('/') }];
  }
  return [];
}

const endingOf = ({ path }: NamedFile) => extname(path).toLowerCase();
const stemOf = ({ path }: NamedFile) => path.slice(0, -extname(path).length);
const withoutEnding = (file: NamedFile) => comparable(stemOf(file));

/** A subtitle of a DVD has two files, whose names differ in their endings. */
const OTHER_ENDINGS: Readonly<Record<string, string>> = { '.idx': '.sub', '.sub': '.idx' };

/** Whether a file is the other one of a subtitle that has two. */
export const isOtherHalf = (one: NamedFile, other: NamedFile): boolean =>
  OTHER_ENDINGS[endingOf(one)] === endingOf(other) && withoutEnding(one) === withoutEnding(other);

/** Names of the other files of subtitles that have two, where they are not among the files; by the id of the one that is. */
export function findMissingHalves(files: readonly NamedFile[]): ReadonlyMap<string, string> {
  const halves = files.filter((one) => one.kind === 'subtitle' && endingOf(one) in OTHER_ENDINGS);
  const there = new Set(halves.map((one) => withoutEnding(one) + endingOf(one)));
  return new Map(
    halves.flatMap((one) => {
      const ending = OTHER_ENDINGS[endingOf(one)]!;
      return there.has(withoutEnding(one) + ending) ? [] : [[one.id, basename(stemOf(one)) + ending]];
    }),
  );
}

/** Subtitles with all their files: an index waits for its pictures, and they for it. */
function wholeSubtitles(files: readonly NamedFile[]): Omit<OwnSubtitle, 'tags'>[] {
  const pictures = new Map(files.flatMap((one) => (endingOf(one) === '.sub' ? [[withoutEnding(one), one]] : [])));
  return files.flatMap((one) => {
    if (endingOf(one) === '.sub') return [];
    if (endingOf(one) !== '.idx') return [one];
    const own = pictures.get(withoutEnding(one));
    return own ? [{ ...one, pictures: own }] : [];
  });
}

/** Finds the subtitles that belong to each video, by its id. */
export function findOwnSubtitles(files: readonly NamedFile[]): ReadonlyMap<string, readonly OwnSubtitle[]> {
  const ofKind = (kind: NamedFile['kind']) => files.filter((file) => file.kind === kind);
  const videos = groupBy(ofKind('video'), ({ path }) => folderOf(path));
  const beside = wholeSubtitles(ofKind('subtitle')).flatMap((file) =>
    placeBesideVideos(file, (folder) => videos.has(folder)),
  );
  const own: { videoId: string; subtitle: OwnSubtitle }[] = [];
  for (const [folder, inFolder] of groupBy(beside, (one) => one.folder)) {
    const there = videos.get(folder)!;
    const placed = placeSubtitles(
      titleFolders(folder),
      there.map(({ path }) => basename(path)),
      inFolder.map(({ name }) => name),
    );
    for (const [index, { video, tags }] of placed.entries())
      for (const { id, path } of there)
        if (tags && basename(path) === video) own.push({ videoId: id, subtitle: { ...inFolder[index]!.file, tags } });
  }
  const byVideo = groupBy(own, ({ videoId }) => videoId);
  return new Map([...byVideo].map(([id, all]) => [id, all.map(({ subtitle }) => subtitle)]));
}

/**
 * The name under which a subtitle lies beside its video: words of ours, which say what the given name said.
 *
 * @param taken names of other subtitles, which may say the same.
 */
export function subtitleNameOf(
  videoId: string,
  { path, tags }: Pick<OwnSubtitle, 'path' | 'tags'>,
  taken: ReadonlySet<string> = new Set(),
): string {
  const ending = path.split('.').at(-1)!.toLowerCase();
  const { language, isDefault, isForced, isForDeaf } = tags;
  const words = [
    ...(language === '' ? [] : [languageOf(language)]),
    ...(isDefault ? ['default'] : []),
    ...(isForced ? ['forced'] : []),
    ...(isForDeaf ? ['sdh'] : []),
  ];
  const name = [videoId, ...words, ending].join('.');
  if (!taken.has(name)) return name;
  let number = 2;
  const next = () => [videoId, ...words, 'sub', number, ending].join('.');
  while (taken.has(next())) number += 1;
  return next();
}
