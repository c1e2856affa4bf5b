import { basename, dirname } from 'node:path';
import { LRUCache } from 'lru-cache';
import { MADE, tidy, withoutEnding } from './names/flatten.ts';
import { readTogether } from './names/neighbours.ts';
import { readFolders, type FolderReading } from './names/read-folders.ts';
import { readStem, type StemReading } from './names/read-stem.ts';
import { lettersOf, takeSeason } from './names/read-title.ts';
import { yearOf } from './names/title-year.ts';
import type { NameKind } from './names/words.ts';

/** A guess from a file's name, its folders and its neighbours about the video in it. */
export interface NameGuess {
  /** Undefined when neither the file's name nor its folders have one. */
  title: string | undefined;
  /** The year beside the title, which tells it from another title of the same name. */
  year: number | undefined;
  /** 0 for specials. */
  season: number | undefined;
  /** May have a fraction, as in 12.5. */
  episode: number | undefined;
  /** The last episode of a file with several. */
  lastEpisode: number | undefined;
  /** `a` of 01a. */
  part: string | undefined;
  version: number | undefined;
  subject: string | undefined;
  /** Openings, endings, trailers and extras are no episodes: they are left out. */
  kind: NameKind;
  /** From 0 to 1. */
  confidence: { title: number; season: number; episode: number };
}

/** Below this confidence an operator decides: the command and the inbox ask, and `--yes` refuses. */
export const ASK_BELOW = 0.8;

/** Videos that are part of a title; a folder's other videos are left out. */
export const isEpisode = ({ kind }: Pick<NameGuess, 'kind'>): boolean => kind === 'episode' || kind === 'special';

/** For the operator's lines. */
export const KIND_NAMES: Readonly<Record<NameKind, string>> = {
  episode: 'an episode',
  special: 'a special',
  opening: 'an opening alone',
  ending: 'an ending alone',
  trailer: 'a trailer',
  extra: 'an extra',
};

/** Longest title of the catalogue's format. */
const LONGEST_TITLE = 60;
/** A longer text is no title. */
const LONGEST_READ = 255;
const LONGEST_SUBJECT = 80;
const MOST_EPISODES = 9999;

const cut = (text: string | undefined, longest: number): string | undefined => {
  const tidied = text === undefined ? '' : tidy(text);
  return /[\p{L}\p{N}]/u.test(tidied) ? Array.from(tidied).slice(0, longest).join('').trim() : undefined;
};

/** Names of the folders above a file, the nearest first, up to the folder that was added. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const name = tidy(basename(folder));
    if (name === '' || name === '.') return folders;
    if (name !== '..') folders.push(name);
  }
}

/** `16 Some Title` in a folder of a season: the number is the episode. */
const NUMBER_FIRST = /^(\d{1,4})(?: - | )(?=.*\p{L})(.*)$/u;
const WORD_FIRST = /^(?:(?:episode|ep|e)[ .]?\d{1,4}|\[[^\]]*\]) (?=\p{L})/iu;

/** A release in a folder of its own says its number there; its file is called anything, or `1011` for 10x11. */
const isInRelease = ({ kind, season, episode }: StemReading, { release }: FolderReading): boolean =>
  release !== undefined &&
  kind === 'episode' &&
  season === undefined &&
  (episode === undefined ||
    (release.season === undefined ? episode === release.episode : episode === release.season * 100 + release.episode!));

/** A title that is a number, behind its group: `[Group] 86`. */
const NUMBER_ALONE = new RegExp(String.raw`^\[[^\]]*\] (0|[1-9]\d{0,3})(?: ?${MADE})*$`, 'u');

/** `[Group] 07`: the title is the folder's, else the number itself may be it. */
function readGroupAlone(own: StemReading, folder: FolderReading): StemReading {
  if (folder.title !== undefined) return { ...own, title: folder.title, confidence: { ...own.confidence, title: 0.7 } };
  const title = NUMBER_ALONE.exec(own.flat)?.[1];
  return title === undefined ? own : { ...own, title, episode: undefined, confidence: { title: 0.6, episode: 0.6 } };
}

/** `Name.S01E07.720p/any name.mkv`, `Name/1화/any name.mkv` */
function readRelease(own: StemReading, { title, release }: FolderReading): StemReading {
  const { season, episode, subject } = release!;
  const isNamed = title !== undefined;
  return {
    ...own,
    ...{ season, episode, subject },
    title: isNamed ? undefined : own.title,
    confidence: { title: isNamed ? 0 : Math.min(own.confidence.title, 0.6), episode: 0.85 },
  };
}

/** What a name says once its folders are known. */
function withFolders(own: StemReading, folder: FolderReading, stem: string): StemReading {
  if (folder.isOfDisc)
    return { ...own, title: undefined, season: undefined, episode: undefined, confidence: { title: 0, episode: 0.4 } };
  if (own.isGroupAlone) return readGroupAlone(own, folder);
  if (isInRelease(own, folder)) return readRelease(own, folder);
  const first =
    own.episode === undefined && own.kind === 'episode' && folder.isOfSeason ? NUMBER_FIRST.exec(tidy(stem)) : null;
  if (first) {
    const said = { title: undefined, episode: Number(first[1]), subject: first[2] };
    return { ...own, ...said, confidence: { title: 0, episode: 0.8 } };
  }
  if (own.title !== undefined || folder.title !== undefined || own.subject === undefined) return own;
  // Nothing else can be the title: `S01E03 - Name - Words`, `Episode 14 Name`.
  const [title, ...subject] = own.subject.split(' - ');
  if (subject.length === 0 && (folder.isOfSeason || !WORD_FIRST.test(own.flat))) return own;
  return {
    ...own,
    title: takeSeason(title!).rest,
    subject: subject.join(' - '),
    confidence: { ...own.confidence, title: 0.5 },
  };
}

function combine(file: StemReading, folder: FolderReading, stem: string): NameGuess {
  const own = withFolders(file, folder, stem);
  const { title, episode } = own;
  // A season's folder says the season; only a name that says its own knows better.
  const isFolderSeason = own.season === undefined && (title === undefined || folder.isOfSeason);
  const season = isFolderSeason ? folder.season : own.season;
  const kind = own.kind === 'episode' && folder.kind !== undefined ? folder.kind : own.kind;
  // In a season's folder, a name without a number is that of an episode whose number is unknown, and 401 may be the first of season 4.
  const isInSeason = folder.isOfSeason && isEpisode({ kind }) && own.season === undefined;
  const isDoubtful =
    isInSeason && (episode === undefined || (episode > 100 && folder.season === Math.floor(episode / 100)));
  const isContrary = own.season !== undefined && folder.season !== undefined && own.season !== folder.season;
  const isSpecialTwice = own.kind === 'special' && folder.kind === 'special' && episode !== undefined;
  const isPossible = episode === undefined || episode <= MOST_EPISODES;
  const read = cut(title ?? folder.title, LONGEST_READ);
  const isFolderTitle = title === undefined || (folder.title !== undefined && isSameName(title, folder.title));
  const titleConfidence = title === undefined ? folder.titleConfidence : own.confidence.title;
  return {
    title: read,
    year: yearOf(stem, read) ?? (isFolderTitle ? folder.year : undefined),
    season: kind === 'special' ? 0 : season,
    episode: isPossible ? episode : undefined,
    lastEpisode: own.last,
    part: own.part,
    version: own.version,
    subject: cut(own.subject, LONGEST_SUBJECT),
    kind: kind === 'episode' && season === 0 ? 'special' : kind,
    confidence: {
      // The catalogue takes a part of a longer title, which an operator should choose.
      title: Array.from(read ?? '').length > LONGEST_TITLE ? Math.min(titleConfidence, 0.7) : titleConfidence,
      season: isContrary || (isFolderSeason && folder.isSeasonUnsure) ? 0.6 : 0.9,
      episode: !isPossible
        ? 0
        : isSpecialTwice
          ? Math.max(own.confidence.episode, 0.85)
          : Math.min(own.confidence.episode, isDoubtful ? 0.6 : 1),
    },
  };
}

/** Whether a bracket of a text is open at its end. */
const isOpenAtEnd = (text: string): boolean =>
  /[[(（【]/u.test(text.slice(1 + Math.max(...[']', ')', '）', '】'].map((bracket) => text.lastIndexOf(bracket)))));

/** `[Group] 22/7 - 01`: in a folder, nobody calls a file `7 - 01`. */
const FRACTION = /^\[[^\]/]*\] ?[^/]*\d\/\d{1,2} - \d/;

/** `名 / Name [01]` and `[名/Name][01]` as releases are listed: the slash stands between two names, not between folders. */
const isReleaseName = (path: string): boolean =>
  path.includes(' / ') ||
  path.includes('//') ||
  FRACTION.test(path) ||
  path.split('/').some((part) => isOpenAtEnd(part) && part !== basename(path));

/**
 * Reads a file's name, then its folders: `Title/Season 2/03.mkv`.
 *
 * @param path relative to the folder whose files are added, with that folder's own name in front.
 */
export function guessFromName(path: string): NameGuess {
  if (isReleaseName(path)) return guessFromName(path.replaceAll('/', '／'));
  const stem = withoutEnding(tidy(basename(path)));
  return combine(readStem(stem), readFolders(foldersOf(path)), stem);
}

/**
 * Guesses of folders, by all their names. The watched folder is read every ten seconds and rarely changes; 20,000 names take
 * two seconds to read.
 */
const guessed = new LRUCache<string, readonly NameGuess[]>({
  maxSize: 8_000_000,
  sizeCalculation: (_guesses, names) => names.length,
});

function guessInFolder(paths: readonly string[]): readonly NameGuess[] {
  const key = paths.join('\0');
  const known = guessed.get(key);
  if (known) return known;
  const folder = readFolders(foldersOf(paths[0]!));
  const files = paths.map((path) => {
    const stem = withoutEnding(tidy(basename(path)));
    return { stem, own: readStem(stem) };
  });
  const readings = readTogether(files, folder.title !== undefined);
  const guesses = readings.map((reading, at) => combine(reading, folder, files[at]!.stem));
  guessed.set(key, guesses);
  return guesses;
}

/** Reads names together: a number that runs through a folder is the episode, whatever else differs. */
export function guessFromNames(paths: readonly string[]): NameGuess[] {
  const byFolder = new Map<string, number[]>();
  for (const [index, path] of paths.entries()) {
    const indexes = byFolder.get(dirname(path)) ?? [];
    indexes.push(index);
    byFolder.set(dirname(path), indexes);
  }
  const guesses: NameGuess[] = [];
  for (const indexes of byFolder.values()) {
    const inFolder = guessInFolder(indexes.map((index) => paths[index]!));
    indexes.forEach((index, at) => (guesses[index] = inFolder[at]!));
  }
  return guesses;
}

/** The name under which a season is a title of its own: the catalogue has a title for each season. */
export const seasonName = (title: string, season: number | undefined): string => {
  const suffix = season === undefined || season === 1 ? '' : season === 0 ? ' 스페셜' : ` ${season}기`;
  const letters = Array.from(title).slice(0, LONGEST_TITLE - suffix.length);
  return `${letters.join('').trim()}${suffix}`;
};

/** A name without case, spaces and punctuation, for comparisons. */
export const comparedName = (name: string): string => lettersOf(tidy(name));

/** Whether two names of titles differ only in what people type differently. */
export const isSameName = (one: string, other: string): boolean => comparedName(one) === comparedName(other);
