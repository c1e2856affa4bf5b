import type { QueryClient } from '@tanstack/react-query';
import type { Episode } from '#contract/catalogue.ts';
import { EPISODES_PAGE, episodePageQuery, type EpisodePage, type EpisodeSort } from '#src/api/catalogue.ts';
import type { Client } from '#src/api/client/client.ts';
import { namedNumber, numberOf } from './episode-number.ts';

export interface WantedEpisode {
  /** Whether it is the wanted one. */
  isIt(episode: Episode): boolean;
  /** The number by which episodes are sorted, and the wanted one. */
  numberOf(episode: Episode): number;
  readonly number: number;
}

/** The episode whose name has a number: 500 of "500화". */
export const wantedByNumber = (number: number): WantedEpisode => ({
  isIt: (episode) => namedNumber(episode) === number,
  numberOf,
  number,
});

/** The episode at an ordinal, for titles whose names have no numbers. */
export const wantedByOrder = (order: number): WantedEpisode => ({
  isIt: (episode) => namedNumber(episode) === null && episode.order === order,
  numberOf: (episode) => episode.order,
  number: order,
});

/** A known episode. */
export const wantedEpisode = ({ id, order }: Pick<Episode, 'id' | 'order'>): WantedEpisode => ({
  isIt: (episode) => episode.id === id,
  numberOf: (episode) => episode.order,
  number: order,
});

/**
 * The index of an episode in a sorted list of any length, from as few pages as possible: it begins where the episode is
 * if none is missing, goes on to the next page, and then halves what is left.
 *
 * @returns null when the list has no such episode
 * @throws what `load` throws
 */
export async function findEpisodeIndex(
  load: (page: number) => Promise<EpisodePage>,
  wanted: WantedEpisode,
  sort: EpisodeSort,
): Promise<number | null> {
  const { count } = await load(0);
  const guess = sort === 'oldest' ? wanted.number - 1 : count - wanted.number;
  let lowest = 0;
  let highest = Math.ceil(count / EPISODES_PAGE) - 1;
  let page = Math.max(0, Math.min(highest, Math.floor(guess / EPISODES_PAGE)));
  for (let isFirst = true; lowest <= highest; isFirst = false) {
    const { results } = await load(page);
    const found = results.findIndex(wanted.isIt);
    if (found >= 0) return page * EPISODES_PAGE + found;
    const last = results[results.length - 1];
    // A page that is gone is behind the end.
    const isLater =
      last !== undefined &&
      (sort === 'oldest' ? wanted.numberOf(last) < wanted.number : wanted.numberOf(last) > wanted.number);
    if (isLater) lowest = page + 1;
    else highest = page - 1;
    page = isFirst ? (isLater ? lowest : highest) : Math.floor((lowest + highest) / 2);
  }
  return null;
}

/** Loads pages of the list for `findEpisodeIndex`, each at most once. */
export const loadEpisodePage =
  (api: Client, queryClient: QueryClient, itemId: number, sort: EpisodeSort) => (page: number) =>
    queryClient.ensureQueryData(episodePageQuery(api, itemId, sort, page));
