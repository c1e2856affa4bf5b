import type { Pictures } from '#server/intake/job.ts';
import { isSameName, seasonName } from '#server/intake/names.ts';
import type { FoundVideo } from '#server/intake/scan.ts';
import type { AddWords } from './read-words.ts';

export interface PlannedEpisode {
  source: string;
  /** For the operator. */
  shown: string;
  /** Undefined when no name says it. */
  number: number | undefined;
  subject: string | null;
}

/** The episodes of one title. */
export interface PlannedTitle {
  /** An id that the operator gave; undefined for the title of this name. */
  id: number | undefined;
  name: string | undefined;
  episodes: PlannedEpisode[];
  pictures: Pictures;
}

/** Groups videos by the title that their names say, or puts all into the one that the operator names. */
export function planTitles(
  videos: readonly FoundVideo[],
  { title, name, season, episode }: Pick<AddWords, 'title' | 'name' | 'season' | 'episode'>,
): PlannedTitle[] {
  const titles: PlannedTitle[] = [];
  const id = typeof title === 'number' ? title : undefined;
  for (const { source, shown, guess, pictures } of videos) {
    const guessed = name ?? guess.title;
    const named = guessed === undefined ? undefined : seasonName(guessed, season ?? guess.season);
    const known = titles.find(
      (one) =>
        id !== undefined || (one.name === undefined ? named === undefined : named && isSameName(one.name, named)),
    );
    const planned = known ?? { id, name: named, episodes: [], pictures };
    if (!known) titles.push(planned);
    planned.episodes.push({ source, shown, number: episode ?? guess.episode, subject: guess.subject ?? null });
  }
  for (const { episodes } of titles) {
    // A film has no number.
    if (episodes.length === 1) episodes[0]!.number ??= 1;
    episodes.sort((one, other) => (one.number ?? Infinity) - (other.number ?? Infinity) || 0);
  }
  return titles;
}

/** Why the title cannot be added; undefined if it can. */
export function problemOf({ id, name, episodes }: PlannedTitle): string | undefined {
  const nameless = episodes.filter(({ number }) => number === undefined);
  if (id === undefined && name === undefined)
    return `No name says the title of ${episodes[0]!.shown}: give --name "…" or --title ID.`;
  if (nameless.length > 0) return `No name says the number of ${nameless[0]!.shown}: add it alone with --episode N.`;
  const twice = episodes.find((one, index) => episodes.findIndex(({ number }) => number === one.number) < index);
  return (
    twice && `Two files are episode ${twice.number}, one of them ${twice.shown}: add them one by one with --episode N.`
  );
}
