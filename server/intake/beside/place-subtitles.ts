import { basename } from 'node:path';
import { groupBy } from '../../lib/group-by.ts';
import { isVideo } from '../file-kinds.ts';
import { comparedName, guessFromName, guessFromNames, isEpisode, type NameGuess } from '../names.ts';
import type { SourceSubtitle, TrackTags } from '../probe/source.ts';
import { comparable, formatOf, knownWords, readSubtitleName, readWords, stemOf, tagsOf } from './subtitle-words.ts';

/** A subtitle file and the video that it belongs to. */
export interface PlacedSubtitle {
  /** As it was given: relative to the folder of the videos. */
  name: string;
  /** The only video that fits the subtitle's name, folder or number; undefined if none fits, or several. */
  video: string | undefined;
  /** Undefined where words of the name do not fit: the subtitle is not taken. */
  tags: TrackTags | undefined;
}

const SUBTITLE_FOLDER =
  /자막|字幕|(?:^|[\s._()[\]-])(?:(?:vob)?subs?|subtitles?|captions?|srt|smi|sami|ass|ssa|vtt)(?:$|[\s._()[\]-])/;

/** Whether a folder beside videos is one of subtitles by its name: `Subs`, `자막`, `Korean`. */
export function isSubtitleFolder(name: string): boolean {
  const own = comparable(name);
  return SUBTITLE_FOLDER.test(own) || (readWords(own) ?? []).length > 0;
}

interface Video {
  name: string;
  guess: NameGuess;
}

/** Names of videos by their comparable stems. */
type Stems = ReadonlyMap<string, string>;

/** The video with the longest name that the subtitle's begins with, and the words behind it, unless they do not fit. */
function findByName(own: string, stems: Stems): { video: string; words: string[] | undefined } | undefined {
  for (let at = own.length; at > 0; at -= 1) {
    if (at < own.length && !/[.\s_[(&+-]/.test(own[at]!)) continue;
    const video = stems.get(own.slice(0, at));
    if (video !== undefined) return { video, words: readWords(own.slice(at)) };
  }
  return undefined;
}

/** `2_Korean`: of the tracks of one video, or of the episodes of a season. */
const TRACK_NUMBER = /^(\d{1,3})_(?=\D)/;

/** A subtitle whose name does not begin with that of a video. */
interface Unnamed {
  index: number;
  /** The words of its name and folder from which the video can be guessed; may be empty. */
  about: string;
  tags: TrackTags;
  isInFolder: boolean;
}

/** Numbers in front of a language count episodes where several files say the same language. */
function numbersOfTracks(names: readonly string[]): Map<string, string> {
  const groups = new Map<string, Map<string, string>>();
  for (const name of names) {
    const [, number] = TRACK_NUMBER.exec(basename(name)) ?? [];
    if (number === undefined) continue;
    const key = comparable(name.replace(basename(name), basename(name).slice(number.length)));
    groups.set(key, (groups.get(key) ?? new Map<string, string>()).set(name, number));
  }
  return new Map([...groups.values()].filter((one) => one.size > 1).flatMap((one) => [...one]));
}

const isSameEpisode = (one: NameGuess, other: NameGuess): boolean =>
  one.episode === other.episode &&
  one.part === other.part &&
  (one.season === 0) === (other.season === 0) &&
  (one.season === undefined || other.season === undefined || one.season === other.season);

/**
 * The words from which the video of a subtitle can be guessed: its folder if that has an episode's number, else its name, else
 * the number that its name begins with.
 *
 * @param own the name, comparable
 * @param said the name without language and purpose of the subtitle
 * @param middle the folder between the folder of subtitles and the file
 * @param track the number in front of the language, where that counts episodes
 */
function aboutVideo(own: string, said: string, middle: string | undefined, track: string | undefined): string {
  if (middle !== undefined && (said === '' || guessFromName(`${middle}.mkv`).episode !== undefined)) return middle;
  const text = said === '' ? (track ?? /^\d{1,4}(?![\d_])/.exec(own)?.[0] ?? '') : said;
  return middle === undefined || text === '' ? text : `${middle}/${text}`;
}

/** The folders of videos that say their title and season: `Fox/Season 2`. */
export const titleFolders = (folder: string): string => folder.split('/').slice(-2).join('/');

/** The only one of several. */
const onlyOf = <T>(all: readonly T[]): T | undefined => (all.length === 1 ? all[0] : undefined);

/** A bare year stays in the title of a video, and is rarely in that of its subtitle. */
const withoutYear = (title: string) => title.replace(/ (?:19|20)\d\d$/, '');

const comparedTitle = (title: string) => comparedName(withoutYear(title));

/** Finds the videos of subtitles by what their names say about title and number. */
function createFindByNumber(folder: string, names: readonly string[], unnamed: readonly Unnamed[]) {
  const guesses = guessFromNames(names.map((name) => `${folder}/${name}`));
  const videos = names.map((name, index): Video => ({ name, guess: guesses[index]! }));
  const byEpisode = groupBy(videos, ({ guess }) => guess.episode);
  const about = [...new Set(unnamed.map((one) => one.about).filter((text) => text !== ''))];
  const inFolder = guessFromNames(about.map((text) => `${folder}/${text}.mkv`));
  const readings = new Map(
    about.map((text, index) => [text, { guess: inFolder[index]!, title: guessFromName(`${text}.mkv`).title }]),
  );
  const episodes = videos.filter(({ guess }) => isEpisode(guess));
  const only = onlyOf(episodes);
  const titles = new Set(episodes.map(({ guess }) => comparedTitle(guess.title ?? '')));
  const others = new Set([...readings.values()].flatMap(({ title }) => (title === undefined ? [] : [title])));
  const foreign = [...others].filter((title) => !titles.has(comparedTitle(title)));

  return ({ about: text, isInFolder }: Unnamed): Video | undefined => {
    const reading = readings.get(text);
    if (!reading) return isInFolder ? only : undefined;
    const { guess, title } = reading;
    const fitting = (byEpisode.get(guess.episode) ?? []).filter(
      (video) => isSameEpisode(video.guess, guess) && video.guess.kind === guess.kind,
    );
    const named = fitting.filter(
      (video) => title !== undefined && comparedTitle(video.guess.title ?? '') === comparedTitle(title),
    );
    if (named.length > 0) return onlyOf(named);
    // A film has no number.
    const isOfFilm = only !== undefined && only.guess.episode === undefined;
    if (guess.episode !== undefined && !isOfFilm) {
      // Another title may be the same one in another language, if it is the only other one.
      const isPossible = title === undefined || (titles.size === 1 && foreign.length === 1);
      return isPossible ? onlyOf(fitting) : undefined;
    }
    return isInFolder ? only : undefined;
  };
}

/**
 * Finds the video of each subtitle: its name begins with the video's, its folder is called like the video, it says the number of
 * exactly one of the videos, or it lies in a folder of subtitles beside the only video.
 *
 * @param folder names of the folders of the videos, which say title and season
 * @param videos names
 * @param names of subtitles, with the folders between the videos and them
 */
export function placeSubtitles(folder: string, videos: readonly string[], names: readonly string[]): PlacedSubtitle[] {
  const unique = [...new Set(videos)];
  const stems = new Map([...unique].reverse().map((name) => [comparable(stemOf(name)), name]));
  const tracks = unique.length > 1 ? numbersOfTracks(names) : new Map<string, string>();
  const unnamed: Unnamed[] = [];
  const placed = names.map((name, index): PlacedSubtitle => {
    const folders = name.split('/').slice(0, -1).map(comparable);
    const own = comparable(stemOf(basename(name)));
    const byName = findByName(own, stems);
    const ofFolders = folders.flatMap(knownWords);
    if (byName?.words || (byName && folders.length === 0))
      return { name, video: byName.video, tags: byName.words && tagsOf([...byName.words, ...ofFolders]) };
    const { tags, video } = readSubtitleName(basename(name));
    const all = { ...tags, language: tags.language === '' ? tagsOf(ofFolders).language : tags.language };
    const ofVideo = folders.slice(1).map((each) => findByName(each, stems));
    const [inFolder] = ofVideo.flatMap((one) => (one === undefined ? [] : [one.video]));
    if (inFolder) return { name, video: inFolder, tags: all };
    const middle = folders.slice(1).find((each) => readWords(each) === undefined);
    unnamed.push({
      index,
      about: aboutVideo(own, video, middle, tracks.get(name)),
      tags: all,
      isInFolder: folders.length > 0,
    });
    return { name, video: undefined, tags: undefined };
  });
  if (unnamed.length === 0) return placed;
  const findByNumber = createFindByNumber(folder, unique, unnamed);
  for (const one of unnamed) {
    const video = findByNumber(one);
    if (video) placed[one.index] = { name: placed[one.index]!.name, video: video.name, tags: one.tags };
  }
  return placed;
}

const isVideoName = (name: string) => !name.includes('/') && isVideo(`.${name.split('.').at(-1)}`);

/**
 * The subtitle files of a source among the `names` of its folder and of the folders of subtitles in it; and those that seem to belong
 * to it, but have words that do not fit.
 */
export function besideSubtitles(
  sourceName: string,
  names: readonly string[],
  folder = '',
): { taken: SourceSubtitle[]; unmatched: string[] } {
  const others = names.filter((name) => isVideoName(name) && comparable(name) !== comparable(sourceName));
  const subtitles = names.filter((name) => formatOf(name) !== undefined && comparable(name) !== comparable(sourceName));
  const placed = placeSubtitles(folder, [sourceName, ...others], [...subtitles].sort());
  return {
    taken: placed.flatMap(({ name, video, tags }): SourceSubtitle[] =>
      video === sourceName && tags ? [{ from: 'file', name, format: formatOf(name) ?? null, tags }] : [],
    ),
    unmatched: placed.flatMap(({ name, video, tags }) =>
      tags === undefined && (video === sourceName || (video === undefined && others.length === 0)) ? [name] : [],
    ),
  };
}
