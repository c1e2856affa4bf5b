import { basename } from 'node:path';
import { isSubtitleFolder, placeSubtitles, titleFolders } from '../beside/place-subtitles.ts';
import { SUBTITLE_FOLDERS_DEEP } from '../beside/subtitle-folders.ts';
import { languageOf } from '../plan/languages.ts';
import type { TrackTags } from '../probe/source.ts';
import { folderOf, type NamedFile } from './beside-files.ts';

/** An uploaded subtitle with what its name says. */
export interface OwnSubtitle extends NamedFile {
  tags: TrackTags;
}

const addTo = <T>(groups: Map<string, T[]>, key: string, one: T) => groups.set(key, [...(groups.get(key) ?? []), one]);

/** Finds the subtitles that belong to each video, by its id. */
export function findOwnSubtitles(files: readonly NamedFile[]): ReadonlyMap<string, readonly OwnSubtitle[]> {
  const videos = new Map<string, NamedFile[]>();
  for (const file of files) if (file.kind === 'video') addTo(videos, folderOf(file.path), file);
  const subtitles = new Map<string, { file: NamedFile; name: string }[]>();
  for (const file of files) {
    if (file.kind !== 'subtitle') continue;
    const parts = file.path.split('/');
    for (let depth = 0; depth <= SUBTITLE_FOLDERS_DEEP && depth < parts.length; depth += 1) {
      if (depth > 0 && !isSubtitleFolder(parts.at(-1 - depth)!)) continue;
      const folder = folderOf(parts.slice(0, parts.length - depth).join('/'));
      if (!videos.has(folder)) continue;
      addTo(subtitles, folder, { file, name: parts.slice(-1 - depth).join('/') });
      break;
    }
  }
  const own = new Map<string, OwnSubtitle[]>();
  for (const [folder, inFolder] of subtitles) {
    const there = videos.get(folder)!;
    const placed = placeSubtitles(
      titleFolders(folder),
      there.map(({ path }) => basename(path)),
      inFolder.map(({ name }) => name),
    );
    for (const [index, { video, tags }] of placed.entries())
      for (const { id, path } of there)
        if (tags && basename(path) === video) addTo(own, id, { ...inFolder[index]!.file, tags });
  }
  return own;
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
