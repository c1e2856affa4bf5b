import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Episode } from '#contract/catalogue.ts';
import {
  EPISODES_PAGE,
  episodePageQuery,
  type EpisodePage,
  type EpisodeSort,
  type Season,
} from '#src/api/catalogue.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { useVisitState, type VisitMemory } from '#src/focus/index.ts';

/** All episodes of a title, of which those near the viewer are loaded. */
export interface EpisodeList {
  readonly count: number;
  /** Seasons within the title, in the oldest order. */
  readonly seasons: readonly Season[];
  /** Undefined while it is not loaded. */
  at(index: number): Episode | undefined;
  /** The loaded ones, in the order of the list. */
  readonly loaded: readonly Episode[];
}

export interface EpisodeListQuery {
  /** Undefined until the first page is there. */
  readonly data: EpisodeList | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  refetch(): Promise<unknown>;
  /** Loads what is near an index, and what failed there. */
  reach(index: number): void;
}

/** The pages that a visit watches, beside the first: enough for what is drawn, and a bound for what is fetched again. */
const MOST_PAGES = 5;
/** Episodes that load before and after the viewer's: more than a jump by ten. */
const BEHIND = 4;
const AHEAD = 14;

type Watched = Readonly<Record<EpisodeSort, readonly number[]>>;
const FIRST: Watched = { oldest: [0], latest: [0] };

/** The pages around an index. */
export function pagesNear(index: number): readonly number[] {
  const pages = [];
  for (
    let page = Math.max(0, Math.floor((index - BEHIND) / EPISODES_PAGE));
    page * EPISODES_PAGE <= index + AHEAD;
    page += 1
  )
    pages.push(page);
  return pages;
}

/** The pages to watch after a move: the first, and those that were needed last. */
export function watchPages(watched: readonly number[], needed: readonly number[]): readonly number[] {
  const missing = needed.filter((page) => !watched.includes(page));
  if (missing.length === 0) return watched;
  const others = watched.filter((page) => page !== 0 && !needed.includes(page));
  const kept = [...others, ...needed.filter((page) => page !== 0)].slice(-MOST_PAGES);
  return [0, ...kept];
}

export function useEpisodeList(itemId: number, sort: EpisodeSort, visit: VisitMemory): EpisodeListQuery {
  const api = useApi();
  const [watched, watch] = useVisitState(visit, `episode-pages:${itemId}`, FIRST);
  const pages = watched[sort];
  const answer = useQueries({
    queries: pages.map((page) => episodePageQuery(api, itemId, sort, page)),
    combine,
  });
  const { count, seasons, results, error, isFetching, refetch } = answer;
  const data = useMemo(
    () => (count === undefined ? undefined : listOf(count, seasons, results)),
    [count, seasons, results],
  );
  const reach = useCallback(
    (index: number) => {
      const needed = pagesNear(index).filter((page) => count === undefined || page * EPISODES_PAGE < count);
      const next = watchPages(pages, needed);
      if (next !== pages) watch({ ...watched, [sort]: next });
      else if (error && !isFetching) void refetch();
    },
    [count, pages, watched, watch, sort, error, isFetching, refetch],
  );
  return { data, error, isFetching, refetch, reach };
}

const NO_SEASONS: readonly Season[] = [];

function combine(answers: UseQueryResult<EpisodePage>[]) {
  const pages = answers.flatMap(({ data }) => (data ? [data] : []));
  return {
    count: pages.find(({ page }) => page === 0)?.count,
    seasons: pages.find(({ page }) => page === 0)?.seasons ?? NO_SEASONS,
    results: pages.map(({ page, results }) => ({ page, results })).sort((one, other) => one.page - other.page),
    error: answers.find(({ error }) => error)?.error ?? null,
    isFetching: answers.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(answers.filter(({ isError }) => isError).map((one) => one.refetch())),
  };
}

function listOf(
  count: number,
  seasons: readonly Season[],
  pages: readonly Pick<EpisodePage, 'page' | 'results'>[],
): EpisodeList {
  const byPage = new Map(pages.map(({ page, results }) => [page, results]));
  return {
    count,
    seasons,
    at: (index) => byPage.get(Math.floor(index / EPISODES_PAGE))?.[index % EPISODES_PAGE],
    loaded: pages.flatMap(({ results }) => results),
  };
}
