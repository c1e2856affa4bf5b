import { basename, dirname } from 'node:path';
import { LRUCache } from 'lru-cache';
import { tidy, withoutEnding } from './names/flatten.ts';
import { readTogether } from './names/neighbours.ts';
import { readFolders, type FolderReading } from './names/read-folders.ts';
import { readStem, type StemReading } from './names/read-stem.ts';
import type { NameKind } from './names/words.ts';

/** A guess from a file's name, its folders and its neighbours about the video in it. */
export interface NameGuess {
  /** Undefined when neither the file's name nor its folders have one. */
  title: string | undefined;
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

function combine(own: StemReading, folder: FolderReading, stem: string): NameGuess {
  const isNumberFirst = own.episode === undefined && own.kind === 'episode' && folder.isOfSeason;
  const first = isNumberFirst ? NUMBER_FIRST.exec(tidy(stem)) : null;
  const episode = first ? Number(first[1]) : own.episode;
  const isSplit = own.title === undefined && folder.title === undefined && (own.subject ?? '').includes(' - ');
  const [splitTitle, ...splitSubject] = isSplit ? own.subject!.split(' - ') : [];
  const title = first ? undefined : (own.title ?? splitTitle);
  // A season's folder says the season; only a name that says its own knows better.
  const season = own.season ?? (title === undefined || folder.isOfSeason ? folder.season : undefined);
  const kind = own.kind === 'episode' && folder.kind !== undefined ? folder.kind : own.kind;
  const isContrary = own.season !== undefined && folder.season !== undefined && own.season !== folder.season;
  return {
    title: cut(title ?? folder.title, LONGEST_TITLE),
    season: kind === 'special' ? 0 : season,
    episode: episode !== undefined && episode <= MOST_EPISODES ? episode : undefined,
    ...{ lastEpisode: own.last, part: own.part, version: own.version },
    subject: cut(first ? first[2] : isSplit ? splitSubject.join(' - ') : own.subject, LONGEST_SUBJECT),
    kind: kind === 'episode' && season === 0 ? 'special' : kind,
    confidence: {
      title: title === undefined ? folder.titleConfidence : isSplit ? 0.5 : own.confidence.title,
      season: isContrary ? 0.6 : 0.9,
      episode: first ? 0.8 : episode !== undefined && episode > MOST_EPISODES ? 0 : own.confidence.episode,
    },
  };
}

/**
 * Reads a file's name, then its folders: `Title/Season 2/03.mkv`.
 *
 * @param path relative to the folder whose files are added, with that folder's own name in front.
 */
export function guessFromName(path: string): NameGuess {
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
  if (season === undefined || season === 1) return title;
  const suffix = season === 0 ? ' 스페셜' : ` ${season}기`;
  return `${Array.from(title)
    .slice(0, LONGEST_TITLE - suffix.length)
    .join('')}${suffix}`;
};

const compared = (name: string) =>
  tidy(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Whether two names of titles differ only in what people type differently. */
export const isSameName = (one: string, other: string): boolean => compared(one) === compared(other);
