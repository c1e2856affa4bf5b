import type { EpisodeFacts, TitleFacts } from '#contract/console/metadata.ts';
import type { FoundBeside } from './beside/find-beside.ts';
import { withFacts } from './beside/with-facts.ts';
import type { Pictures } from './job.ts';
import { ASK_BELOW, isSameName, seasonName, type NameGuess } from './names.ts';
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

/** Groups videos by the title that their names say, or puts all into the one that the operator names. */
export function planTitles(videos: readonly PlannedVideo[], given: GivenWords): PlannedTitle[] {
  const { title, name, season, episode } = given;
  const titles: PlannedTitle[] = [];
  const id = typeof title === 'number' ? title : undefined;
  for (const { source, shown, guess: read, pictures, beside } of videos) {
    const guess = beside ? withFacts(read, beside) : read;
    const guessed = name ?? guess.title;
    const named = guessed === undefined ? undefined : seasonName(guessed, season ?? guess.season);
    const known = titles.find(
      (one) =>
        id !== undefined || (one.name === undefined ? named === undefined : named && isSameName(one.name, named)),
    );
    const planned: PlannedTitle = known ?? {
      id,
      name: named,
      base: guessed,
      season: season ?? guess.season,
      episodes: [],
      pictures: { ...pictures, ...beside?.pictures },
      ...(beside?.title && { facts: beside.title }),
    };
    if (!known) titles.push(planned);
    planned.episodes.push({
      source,
      shown,
      number: episode ?? guess.episode,
      subject: guess.subject ?? null,
      isUnsure: isUnsure(guess, given),
      ...(beside?.episode && { facts: beside.episode }),
      ...(beside?.still !== undefined && { still: beside.still }),
    });
  }
  for (const { episodes } of titles) {
    // A film has no number.
    if (episodes.length === 1) episodes[0]!.number ??= 1;
    episodes.sort((one, other) => (one.number ?? Infinity) - (other.number ?? Infinity) || 0);
  }
  return titles;
}
