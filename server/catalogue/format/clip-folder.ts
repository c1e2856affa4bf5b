import type { ClipRecord } from './records.ts';

/** The folder that holds all files of a clip: the scope of a signed address. */
export function folderOf(paths: readonly string[]): string {
  const folders = paths.map((path) => path.split('/').slice(0, -1));
  const [first = [], ...others] = folders;
  const depth = first.findIndex((part, index) => others.some((other) => other[index] !== part));
  return first.slice(0, depth === -1 ? Math.min(...folders.map(({ length }) => length)) : depth).join('/');
}

/** The folder of a clip; empty when its files have no common folder. */
export const clipFolderOf = ({
  streams,
  subtitles,
  thumbnails,
}: Pick<ClipRecord, 'streams' | 'subtitles' | 'thumbnails'>) =>
  folderOf([...streams, ...subtitles, ...(thumbnails ? [thumbnails] : [])].map(({ path }) => path));

/** Unique within a clip. A text and pictures of one language and role may be there together: players get the text. */
export const subtitleKeyOf = ({ lang, role = 'subtitle', sheets }: ClipRecord['subtitles'][number]): string =>
  `${lang} ${role}${sheets ? ' pictures' : ''}`;
