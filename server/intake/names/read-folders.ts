import { tidy } from './flatten.ts';
import { readFolderName } from './read-stem.ts';
import { FOLDER_KINDS, PLAIN_FOLDER, type NameKind } from './words.ts';

/** What the folders above a file say. */
export interface FolderReading {
  title: string | undefined;
  titleConfidence: number;
  season: number | undefined;
  kind: NameKind | undefined;
  /** A folder that is called `Season 2`, `2기`, `Specials` or the like: its files are episodes. */
  isOfSeason: boolean;
}

const SEASON_FOLDER =
  /^(?:season|series|시즌|saison|staffel|temporada|s)[ ._-]*(\d{1,4})$|^(?:제 ?|第 ?)?(\d{1,2}) ?(?:기|시즌|期|季)$|^(\d{1,2})(?:st|nd|rd|th) season$/iu;
/** Parts of a set, which say nothing about its title. */
const DISC_FOLDER =
  /^(?:(?:bd|dvd)? ?(?:disc|disk|디스크)|cd|bd|dvd|vol(?:ume)?\.?|part|cour)[ ._-]*\d{1,3}(?: ?\[.*)?$/iu;
/** Shorter names are rarely those of a title: `L5`. */
const SHORTEST_SURE = 4;

/** @param folders names of the folders above a file, the nearest first. */
export function readFolders(folders: readonly string[]): FolderReading {
  const reading: FolderReading = {
    ...{ title: undefined, titleConfidence: 0, season: undefined },
    ...{ kind: undefined, isOfSeason: false },
  };
  for (const folder of folders) {
    const plain = tidy(folder.replace(/_/g, ' '));
    const season = plain
      .match(SEASON_FOLDER)
      ?.slice(1)
      .find((group) => group !== undefined);
    const kind = FOLDER_KINDS.find(([words]) => words.test(plain))?.[1];
    if (kind !== undefined) {
      reading.kind ??= kind;
      if (kind === 'special') reading.season ??= 0;
    } else if (season !== undefined) reading.season ??= Number(season);
    if (kind !== undefined || season !== undefined) reading.isOfSeason = true;
    if (kind !== undefined || season !== undefined || DISC_FOLDER.test(plain)) continue;
    if (PLAIN_FOLDER.test(plain)) return reading;
    const read = readFolderName(folder);
    reading.title = read.title ?? (/[\p{L}\p{N}]/u.test(plain) ? plain : undefined);
    reading.season ??= read.season;
    if (read.season !== undefined) reading.isOfSeason = true;
    const isShort = (reading.title ?? '').length < SHORTEST_SURE && !/[\p{Script=Hangul}\p{Script=Han}]/u.test(plain);
    reading.titleConfidence = isShort ? 0.5 : 0.85;
    return reading;
  }
  return reading;
}
