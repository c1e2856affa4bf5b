import { flatten, fold, MADE, tidy, withoutEnding } from './flatten.ts';
import { readFolderName, type StemReading } from './read-stem.ts';
import { yearOf } from './title-year.ts';
import { FOLDER_KINDS, PLAIN_FOLDER, SEASON_WORD, type NameKind } from './words.ts';

/** What the folders above a file say. */
export interface FolderReading {
  title: string | undefined;
  titleConfidence: number;
  year: number | undefined;
  season: number | undefined;
  /** Only a number says the season. */
  isSeasonUnsure: boolean;
  kind: NameKind | undefined;
  /** A folder that is called `Season 2`, `2기`, `Specials` or the like: its files are episodes. */
  isOfSeason: boolean;
  /** The folders of a disc: the names of its files say nothing. */
  isOfDisc: boolean;
  /** Of one episode in a folder of its own, whose file may have any name. */
  release: Pick<StemReading, 'season' | 'episode' | 'subject'> | undefined;
}

const FOLDER_WORD = `(?:series|${SEASON_WORD})`;
const SEASON_FOLDER = new RegExp(
  String.raw`^(?:${FOLDER_WORD}|s)[ ._-]*(\d{1,4})$|^(?:제 ?|第 ?)?(\d{1,2}) ?(?:기|시즌|期|季)$|^(\d{1,2})(?:st|nd|rd|th) season$|^(\d{1,2})[. ]? ?(?:${FOLDER_WORD})$|^${FOLDER_WORD} (\d{1,2}) - .*$`,
  'iu',
);
/** A folder with a bare number may be a season of the folder above it. */
const NUMBER_FOLDER = /^\d{1,2}$/;
/** Parts of a set, which say nothing about its title. */
const DISC_FOLDER =
  /^(?:(?:bd|dvd)? ?(?:disc|disk|디스크)|cd|bd|dvd|vol(?:ume)?\.?|part|cour)[ ._-]*\d{1,3}(?: ?\[.*)?$/iu;
/** Folders of a disc, whose files have numbers of the disc. */
const OF_DISC = /^(?:bdmv|video_ts|hvdvd_ts)$/i;
/** Shorter names are rarely those of a title: `L5`. */
const SHORTEST_SURE = 4;

/** The name of a folder without what is said about how its videos were made: `Season 2 (2021) [1080p]`. */
function plainOf(folder: string): string {
  const plain = tidy(fold(tidy(folder.replace(/_/g, ' '))));
  const bare = tidy(flatten(folder).replaceAll(MADE, ' '));
  return SEASON_FOLDER.test(bare) ? bare : plain;
}

/** @param folders names of the folders above a file, the nearest first. */
export function readFolders(folders: readonly string[]): FolderReading {
  const reading: FolderReading = {
    title: undefined,
    titleConfidence: 0,
    year: undefined,
    season: undefined,
    isSeasonUnsure: false,
    kind: undefined,
    isOfSeason: false,
    isOfDisc: false,
    release: undefined,
  };
  for (const [index, name] of folders.entries()) {
    if (OF_DISC.test(name) || (/^stream$/i.test(name) && OF_DISC.test(folders[index + 1] ?? ''))) {
      reading.isOfDisc = true;
      continue;
    }
    const folder = withoutEnding(name);
    const plain = plainOf(folder);
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
    if (NUMBER_FOLDER.test(plain) && index < folders.length - 1 && reading.season === undefined) {
      reading.season = Number(plain);
      reading.isSeasonUnsure = true;
      continue;
    }
    const read = readFolderName(folder);
    const isOfEpisode = index === 0 && read.episode !== undefined && read.last === undefined;
    // `Title/1화/video.mkv`
    if (isOfEpisode && read.title === undefined && folders.length > 1) {
      reading.release = read;
      reading.season = read.season;
      continue;
    }
    reading.title = read.title ?? (/[\p{L}\p{N}]/u.test(plain) ? plain : undefined);
    reading.year = yearOf(folder, reading.title);
    if (isOfEpisode && read.season !== undefined) reading.release = read;
    reading.season ??= read.season;
    if (read.season !== undefined) reading.isOfSeason = true;
    const isShort = (reading.title ?? '').length < SHORTEST_SURE && !/[\p{Script=Hangul}\p{Script=Han}]/u.test(plain);
    reading.titleConfidence = isShort ? 0.5 : 0.85;
    return reading;
  }
  return reading;
}
