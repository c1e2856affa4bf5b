import { basename, dirname, extname } from 'node:path';
import { parse } from 'anitomy';

/** A guess from a file's name about the episode in it. An operator confirms it. */
export interface NameGuess {
  /** Undefined when neither the file's name nor its folders have one. */
  title: string | undefined;
  season: number | undefined;
  /** May have a fraction, as in 12.5. */
  episode: number | undefined;
  subject: string | undefined;
}

/** Longest title of the catalogue's format. */
const LONGEST_TITLE = 60;
const LONGEST_SUBJECT = 80;
/** A video has hundreds of episodes, a year has four digits. */
const MOST_EPISODES = 1899;

/** `2기`, `시즌 2`, `Season 2`, `S2`: the name of a folder, or a part of a name. */
const SEASON_FOLDER =
  /^(?:season|시즌|s)[ ._-]*(\d{1,2})$|^(?:제 ?)?(\d{1,2}) ?(?:기|시즌)$|^(\d{1,2})(?:st|nd|rd|th) season$/i;
const KOREAN_EPISODE = /(?:제 ?)?(\d{1,4}(?:\.\d)?) ?[화회](?!\p{L})/u;
const KOREAN_SEASON = /(?:제 ?)?(\d{1,2}) ?기(?!\p{L})|시즌 ?(\d{1,2})/u;
/** `03.mkv`, `03 - The wish.mkv`, `03v2.mkv` */
const BARE_NUMBER = /^(\d{1,4}(?:\.\d)?)(?:v\d)?(?: ?[-–] ?(\p{L}.*)| ?[[(].*)?$/u;
/** Folders that say what is in them, but are no title. */
const PLAIN_FOLDER = /^(?:videos?|movies?|anime|tv|downloads?|media|files?|영상|동영상|애니|tmp|home)$/i;

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]+/gu;

/** A single line of visible characters. File systems of macOS store Hangul decomposed. */
const tidy = (text: string): string => text.normalize('NFC').replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim();

const cut = (text: string | undefined, longest: number): string | undefined => {
  const tidied = text === undefined ? '' : tidy(text.replace(/^[\s\-_.~]+|[\s\-_.~]+$/g, ''));
  return /[\p{L}\p{N}]/u.test(tidied) ? Array.from(tidied).slice(0, longest).join('').trim() : undefined;
};

const toNumber = (text: string | undefined, most: number): number | undefined => {
  const number = Number(text);
  return text !== undefined && Number.isFinite(number) && number >= 0 && number <= most ? number : undefined;
};

const firstGroup = (match: RegExpMatchArray | null) => match?.slice(1).find((group) => group !== undefined);

/** Names of the folders above a file, the nearest first, up to the folder that was added. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const name = tidy(basename(folder));
    if (name === '' || name === '.') return folders;
    folders.push(name);
  }
}

/** The parts of a name that have rules of their own in Korean; the parser of the package knows English and Japanese. */
function readKorean(stem: string): { rest: string; season: number | undefined; episode: number | undefined } {
  const episode = stem.match(KOREAN_EPISODE);
  const season = stem.match(KOREAN_SEASON);
  const ends = [episode, season].flatMap((match) => (match?.index ? [match.index] : []));
  return {
    rest: episode || season ? stem.slice(0, Math.min(stem.length, ...ends)).replace(/\[[^\]]*\]/g, ' ') : stem,
    season: toNumber(firstGroup(season), 99),
    episode: toNumber(episode?.[1], MOST_EPISODES),
  };
}

function readStem(name: string): NameGuess {
  const stem = tidy(basename(name, extname(name)));
  const bare = stem.match(BARE_NUMBER);
  const number = toNumber(bare?.[1], MOST_EPISODES);
  if (bare && number !== undefined)
    return { title: undefined, season: undefined, episode: number, subject: cut(bare[2], LONGEST_SUBJECT) };
  const korean = readKorean(stem);
  const isKorean = korean.episode !== undefined || korean.season !== undefined;
  const parsed = parse(`${isKorean ? korean.rest : stem}${extname(name)}`);
  return {
    title: cut(parsed?.title, LONGEST_TITLE),
    season: korean.season ?? toNumber(parsed?.season, 99),
    episode: korean.episode ?? toNumber(parsed?.episode.number?.toString(), MOST_EPISODES),
    subject: cut(parsed?.episode.title, LONGEST_SUBJECT),
  };
}

/**
 * Reads a file's name, then its folders: `Title/Season 2/03.mkv`.
 *
 * @param path relative to the folder whose files are added, with that folder's own name in front.
 */
export function guessFromName(path: string): NameGuess {
  const own = readStem(basename(path));
  const [nearest, ...above] = foldersOf(path);
  const seasonOfFolder = nearest === undefined ? undefined : toNumber(firstGroup(nearest.match(SEASON_FOLDER)), 99);
  const titleFolder = seasonOfFolder === undefined ? nearest : above[0];
  const ofFolder =
    titleFolder === undefined || PLAIN_FOLDER.test(titleFolder) ? undefined : readStem(`${titleFolder}.mkv`);
  return {
    title: own.title ?? ofFolder?.title ?? (ofFolder && cut(titleFolder, LONGEST_TITLE)),
    season: own.season ?? seasonOfFolder ?? (own.title === undefined ? ofFolder?.season : undefined),
    episode: own.episode,
    subject: own.subject,
  };
}

/** The name under which a season is a title of its own: the catalogue has a title for each season. */
export const seasonName = (title: string, season: number | undefined): string => {
  if (season === undefined || season <= 1) return title;
  const suffix = ` ${season}기`;
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
