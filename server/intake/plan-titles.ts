import type { EpisodeFacts, TitleFacts } from '#contract/console/metadata.ts';
import type { FoundBeside } from './beside/find-beside.ts';
import { withFacts } from './beside/with-facts.ts';
import type { Pictures } from './job.ts';
import { ASK_BELOW, comparedName, seasonName, type NameGuess } from './names.ts';
import type { FoundVideo } from './scan.ts';

/** Values that the operator gave for all videos; they override the names of the files. */
export interface GivenWords {
  title: number | 'new' | undefined;
  name: string | undefined;
  season: number | undefined;
  episode: number | undefined;
}

export interface PlannedEpisode {
  source: string;
  /** For the operator. */
  shown: string;
  /** Undefined when no name says it. */
  number: number | undefined;
  subject: string | null;
  /** The names leave a doubt, so an operator decides. */
  isUnsure: boolean;
  /** The year that its names say beside the title. */
  year?: number | undefined;
  /** What metadata beside the video say, and the picture of the episode. */
  facts?: EpisodeFacts | undefined;
  still?: string | undefined;
}

/** The episodes of one title. */
export interface PlannedTitle {
  /** An id that the operator gave; undefined for the title of this name. */
  id: number | undefined;
  name: string | undefined;
  /** The name without its season, of which the catalogue makes a title of its own. */
  base: string | undefined;
  season: number | undefined;
  /** The first year that names say beside the title. */
  year?: number | undefined;
  episodes: PlannedEpisode[];
  pictures: Pictures;
  /** What metadata say about the title. */
  facts?: TitleFacts | undefined;
}

export type PlannedVideo = FoundVideo & { beside?: FoundBeside | undefined };

const isUnsure = ({ confidence }: NameGuess, { title, name, season, episode }: GivenWords): boolean =>
  (name === undefined &&
    typeof title !== 'number' &&
    Math.min(confidence.title, season === undefined ? confidence.season : 1) < ASK_BELOW) ||
  (episode === undefined && confidence.episode < ASK_BELOW);

/** The year that tells titles of one name apart is part of their names. */
function withYears(guesses: readonly NameGuess[]): NameGuess[] {
  const years = new Map<string, Set<number>>();
  for (const { title, year } of guesses)
    if (title !== undefined && year !== undefined)
      years.set(comparedName(title), (years.get(comparedName(title)) ?? new Set()).add(year));
  return guesses.map((guess) => {
    const { title, year, confidence } = guess;
    if (title === undefined || (years.get(comparedName(title))?.size ?? 0) < 2) return guess;
    return year === undefined
      ? { ...guess, confidence: { ...confidence, title: Math.min(confidence.title, 0.5) } }
      : { ...guess, title: `${title} (${year})` };
  });
}

/** What metadata say of a title, and the year that names say beside it. */
function factsOf({ year, season = 1 }: NameGuess, beside: TitleFacts | null = null): { facts?: TitleFacts } {
  const isDated = year !== undefined && season === 1 && beside?.airedAt === undefined;
  return beside || isDated ? { facts: { ...(isDated && { year }), ...beside } } : {};
}

/** Whether a title of the catalogue is another one of the same name: its first episode was years before or after. */
export const isOtherYear = (
  { year, season = 1 }: Pick<PlannedTitle, 'year' | 'season'>,
  airYear: number | undefined,
): boolean => year !== undefined && season === 1 && airYear !== undefined && Math.abs(airYear - year) > 1;

/** The name under which a title has its year in the catalogue, because there are several of its name. */
export const datedName = ({
  base,
  season,
  year,
}: Pick<PlannedTitle, 'base' | 'season' | 'year'>): string | undefined =>
  base === undefined || year === undefined || base.endsWith(`(${year})`)
    ? undefined
    : seasonName(`${base} (${year})`, season);

/** A function that answers for each text once: the videos of a title have the same one. */
function onceFor(read: (text: string) => string): (text: string) => string {
  const known = new Map<string, string>();
  return (text) => {
    const value = known.get(text) ?? read(text);
    known.set(text, value);
    return value;
  };
}

/** Groups videos by the title that their names say, or puts all into the one that the operator names. */
export function planTitles(videos: readonly PlannedVideo[], given: GivenWords): PlannedTitle[] {
  const { title, name, season, episode } = given;
  /** By their compared names; those that the operator puts into one title have one key. */
  const titles = new Map<string | undefined, PlannedTitle>();
  const id = typeof title === 'number' ? title : undefined;
  const keyOf = onceFor(comparedName);
  const guesses = withYears(videos.map(({ guess, beside }) => (beside ? withFacts(guess, beside) : guess)));
  for (const [index, { source, shown, pictures, beside }] of videos.entries()) {
    const guess = guesses[index]!;
    const guessed = name ?? guess.title;
    const named = guessed === undefined ? undefined : seasonName(guessed, season ?? guess.season);
    const key = id !== undefined || named === undefined ? undefined : keyOf(named);
    const known = titles.get(key);
    const planned: PlannedTitle = known ?? {
      id,
      name: named,
      base: guessed,
      season: season ?? guess.season,
      episodes: [],
      pictures: { ...pictures, ...beside?.pictures },
      ...factsOf(guess, beside?.title),
    };
    if (!known) titles.set(key, planned);
    const year = name === undefined ? guess.year : undefined;
    planned.year ??= year;
    planned.episodes.push({
      source,
      shown,
      number: episode ?? guess.episode,
      subject: guess.subject ?? null,
      isUnsure: isUnsure(guess, given),
      year,
      ...(beside?.episode && { facts: beside.episode }),
      ...(beside?.still !== undefined && { still: beside.still }),
    });
  }
  for (const { episodes } of titles.values()) {
    // A film has no number.
    if (episodes.length === 1) episodes[0]!.number ??= 1;
    episodes.sort((one, other) => (one.number ?? Infinity) - (other.number ?? Infinity) || 0);
  }
  return [...titles.values()];
}
