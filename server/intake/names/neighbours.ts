import { MADE } from './flatten.ts';
import { readNumbered, type StemReading } from './read-stem.ts';
import { lettersOf } from './read-title.ts';
import type { Marker } from './markers.ts';

/** A file with what its own name says. */
export interface Neighbour {
  stem: string;
  own: StemReading;
}

/** Fewer files do not show that a number runs. */
const FEWEST = 3;
/** Share of a folder's episodes that have the number. */
const SHARE = 0.6;
/** Above this, a name says its number so plainly that neighbours add nothing. */
const PLAIN = 0.9;

interface Place {
  file: number;
  start: number;
  end: number;
  value: number;
  version: number | undefined;
}

const NUMBER = /(?<![\p{L}\p{N}.])(\d{1,4}(?:\.5(?!\d))?)(?:v(\d))?(?![\p{L}\p{N}]|\.\d)/gu;
const LEAD = /^(?:\[[^\]]*\] ?)+(?=.*\p{L}.*\d)/u;
const FILM = /(?:movies?|films?|part|극장판) ?$/iu;

/** Distinct numbers with few gaps. */
function isRunning(places: readonly Place[]): boolean {
  const values = places.map(({ value }) => value);
  const span = Math.max(...values) - Math.min(...values) + 1;
  return places.length >= FEWEST && new Set(values).size === values.length && span <= 2 * values.length + 1;
}

/** The numbers that run: the same text is in front of them in most files. */
function findResumePoints(flats: readonly string[], cntEpisodes: number): Place[] {
  const byPrefix = new Map<string, Place[]>();
  for (const [file, flat] of flats.entries())
    for (const match of flat.matchAll(NUMBER)) {
      const prefix = lettersOf(flat.slice(LEAD.exec(flat)?.[0].length ?? 0, match.index));
      const places = byPrefix.get(prefix) ?? [];
      const place = { file, start: match.index, end: match.index + match[0].length };
      places.push({
        ...place,
        value: Number(match[1]),
        version: match[2] === undefined ? undefined : Number(match[2]),
      });
      byPrefix.set(prefix, places);
    }
  const running = [...byPrefix.values()].filter((places) => isRunning(places) && places.length >= SHARE * cntEpisodes);
  return running.sort((one, other) => other.length - one.length)[0] ?? [];
}

const markerAt = ({ start, end, value, version }: Place, confidence: number): Marker => ({
  start,
  end,
  episode: value,
  version,
  confidence,
  season: undefined,
  last: undefined,
  part: undefined,
  isSpecial: false,
});

/** Files whose titles all differ, but whose last numbers run: the text in front of the number is the episode's own. */
function readEnds(files: readonly Neighbour[]): StemReading[] | undefined {
  const titles = new Set(files.map(({ own }) => lettersOf(own.title ?? '')));
  const places = files.map(({ own }, file) => ({
    file,
    start: 0,
    end: 0,
    value: own.episode ?? -1,
    version: undefined,
  }));
  if (titles.size < files.length || places.some(({ value }) => value < 0) || !isRunning(places)) return undefined;
  return files.map(({ own }) => ({
    ...own,
    title: undefined,
    subject: own.title,
    confidence: { title: 0, episode: Math.min(own.confidence.episode, 0.7) },
  }));
}

/** A file with another title than most, whose number they lack, is one of them with a slip in its name. */
function joinOdd(readings: StemReading[]): StemReading[] {
  const groups = new Map<string, StemReading[]>();
  for (const one of readings) {
    const key = `${lettersOf(one.title ?? '')} ${one.season ?? ''}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const most = [...groups.values()].sort((one, other) => other.length - one.length)[0] ?? [];
  const numbers = most.map(({ episode }) => episode ?? 0);
  if (most.length < FEWEST || most.length < 0.75 * readings.length) return readings;
  return readings.map((one) => {
    const isGap =
      one.episode !== undefined &&
      !numbers.includes(one.episode) &&
      one.episode >= Math.min(...numbers) - 1 &&
      one.episode <= Math.max(...numbers) + 1;
    if (most.includes(one) || one.title === undefined || one.season !== most[0]!.season || !isGap) return one;
    return { ...one, title: most[0]!.title, confidence: { ...one.confidence, title: 0.7 } };
  });
}

/**
 * Reads the videos of one folder together.
 *
 * @returns what their names say, in their order; the same readings where no number runs.
 */
export function readTogether(files: readonly Neighbour[], hasFolderTitle: boolean): StemReading[] {
  const readings = files.map(({ own }) => own);
  const episodes = files.flatMap((file, index) =>
    (file.own.kind === 'episode' || file.own.kind === 'special') && file.own.season !== 0 ? [{ file, index }] : [],
  );
  if (episodes.length < FEWEST) return readings;
  const flats = episodes.map(({ file }) => file.own.flat);
  const places = findResumePoints(flats, episodes.length);
  for (const place of places) {
    const { index, file } = episodes[place.file]!;
    const flat = flats[place.file]!;
    const { own } = file;
    const confidence = FILM.test(flat.slice(0, place.start)) ? 0.7 : 0.95;
    // `103` was read as season and episode.
    if (own.season !== undefined && own.season * 100 + (own.episode ?? 0) === place.value) continue;
    if (own.episode === place.value && own.last === undefined)
      readings[index] = {
        ...own,
        confidence: { ...own.confidence, episode: Math.max(own.confidence.episode, confidence) },
      };
    else if (own.confidence.episode < PLAIN || own.episode === undefined) {
      const made = flat.indexOf(MADE);
      if (made < 0 || place.start < made || own.episode === undefined)
        readings[index] = readNumbered(flat, markerAt(place, confidence));
    }
  }
  if (places.length === 0 && hasFolderTitle) {
    const ends = readEnds(episodes.map(({ file }) => file));
    ends?.forEach((reading, at) => (readings[episodes[at]!.index] = reading));
  }
  const joined = joinOdd(episodes.map(({ index }) => readings[index]!));
  joined.forEach((reading, at) => (readings[episodes[at]!.index] = reading));
  return readings;
}
