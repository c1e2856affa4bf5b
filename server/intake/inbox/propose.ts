import { basename, dirname } from 'node:path';
import type { InboxKind } from '#contract/console/inbox.ts';
import type { PictureKind } from '../job.ts';
import { guessFromNames, isEpisode, type NameGuess } from '../names.ts';
import { planTitles } from '../plan-titles.ts';
import { besideSubtitles } from '../probe/beside.ts';
import { languageOf } from '../plan/languages.ts';
import { pictureKindOf } from './file-rules.ts';

/** A file of the inbox, by the name that people gave it. */
export interface NamedFile {
  id: string;
  kind: InboxKind;
  path: string;
}

export interface ProposedEpisode {
  fileId: string;
  /** Undefined when no name says it. */
  number: number | undefined;
  subject: string | null;
  /** The names leave a doubt. */
  isUnsure: boolean;
  subtitles: NamedFile[];
}

/** The episodes of one title, as their names say. */
export interface ProposedTitle {
  /** Undefined when no name says it. */
  name: string | undefined;
  episodes: ProposedEpisode[];
  pictures: Partial<Record<PictureKind, NamedFile>>;
}

const folderOf = (path: string) => dirname(path).toLowerCase();

/** The subtitles that belong to a video: beside it, with its name in front of theirs. */
export const subtitlesOf = (video: NamedFile, files: readonly NamedFile[]): NamedFile[] => {
  const beside = files.filter(({ kind, path }) => kind === 'subtitle' && folderOf(path) === folderOf(video.path));
  const names = new Set(
    besideSubtitles(
      basename(video.path),
      beside.map(({ path }) => basename(path)),
    ).flatMap((one) => (one.from === 'file' ? [one.name] : [])),
  );
  return beside.filter(({ path }) => names.has(basename(path)));
};

/** Pictures beside a video, or in the folders above it; the nearest ones count. */
function picturesOf(video: NamedFile, files: readonly NamedFile[]): ProposedTitle['pictures'] {
  const found: ProposedTitle['pictures'] = {};
  const folders: string[] = [];
  for (let folder = folderOf(video.path); ; folder = dirname(folder)) {
    folders.push(folder);
    if (folder === dirname(folder)) break;
  }
  for (const folder of folders)
    for (const file of files) {
      const kind = file.kind === 'picture' && folderOf(file.path) === folder ? pictureKindOf(file.path) : undefined;
      if (kind !== undefined) found[kind] ??= file;
    }
  return found;
}

/** A trailer or an extra waits without a title: it may become an advertisement, or what the operator says. */
const withoutTitle = (guess: NameGuess): NameGuess => ({
  ...guess,
  ...{ title: undefined, season: undefined, episode: undefined },
  confidence: { title: 0, season: 0, episode: 0 },
});

/** Groups videos by the titles that their names say, as `npm run media -- add` does. */
export function proposeTitles(files: readonly NamedFile[]): ProposedTitle[] {
  const byId = new Map(files.map((file) => [file.id, file]));
  const videos = files.filter(({ kind }) => kind === 'video');
  const guesses = guessFromNames(videos.map(({ path }) => path)).map((guess) =>
    isEpisode(guess) ? guess : withoutTitle(guess),
  );
  const planned = planTitles(
    videos.map(({ id, path }, index) => ({ source: id, shown: path, guess: guesses[index]!, pictures: {} })),
    { title: undefined, name: undefined, season: undefined, episode: undefined },
  );
  return planned.map(({ name, episodes }) => ({
    name,
    pictures: picturesOf(byId.get(episodes[0]!.source)!, files),
    episodes: episodes.map(({ source, number, subject, isUnsure }) => ({
      ...{ fileId: source, number, subject, isUnsure },
      subtitles: subtitlesOf(byId.get(source)!, files),
    })),
  }));
}

/**
 * The name under which a subtitle lies beside its video: words of ours, which say what the given name said.
 *
 * @param taken names of other subtitles, which may say the same.
 */
export function subtitleNameOf(
  videoId: string,
  video: NamedFile,
  subtitle: NamedFile,
  taken: ReadonlySet<string> = new Set(),
): string {
  const [one] = besideSubtitles(basename(video.path), [basename(subtitle.path)]);
  const ending = subtitle.path.split('.').at(-1)!.toLowerCase();
  if (one === undefined) return `${videoId}.${ending}`;
  const { language, isDefault, isForced, isForDeaf } = one.tags;
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

/**
 * Whether an episode may start by itself: its names leave no doubt, they say a title of the catalogue, whose other episodes say how the new one may be watched, and a
 * number that nothing else has.
 */
export function isCertain(
  { number, isUnsure }: Pick<ProposedEpisode, 'number' | 'isUnsure'>,
  {
    numbers,
    taken,
    access,
  }: { numbers: readonly (number | undefined)[]; taken: ReadonlySet<number>; access: string | undefined },
): boolean {
  return (
    !isUnsure &&
    number !== undefined &&
    access !== undefined &&
    !taken.has(number) &&
    numbers.filter((other) => other === number).length === 1
  );
}
