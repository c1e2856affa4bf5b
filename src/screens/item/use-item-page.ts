import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Episode, Item } from '#contract/catalogue.ts';
import type { Plan } from '#contract/shop.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { episodePagesQuery, episodeQuery, itemQuery, type EpisodeSort } from '#src/api/catalogue.ts';
import { relativesQuery, themesOfItemQuery } from '#src/api/series.ts';
import { itemRequestQuery } from '#src/api/item-requests.ts';
import { myShortReviewQuery, shortReviewsQuery } from '#src/api/reviews.ts';
import { plansQuery, productsQuery, purchasableQuery } from '#src/api/shop.ts';
import { episodeToWatch } from '#src/features/episodes/episode-to-watch.ts';
import { isFinished, type Situation } from '#src/features/episodes/primary-action.ts';
import { useVisitState, type VisitMemory } from '#src/focus/index.ts';
import { nextSeasonOf } from '#src/lib/next-season.ts';
import { useIsLimited } from '#src/stores/household.ts';

/** Maximum number of episodes to load to find the one to resume; beyond it, the row starts at the first episode. */
const MOST_SOUGHT = 200;

const NONE: readonly EpisodeSort[] = [];
const NO_PLANS: readonly Plan[] = [];

/**
 * The queries of a title's screen. `isReady`: the first paint is complete and later answers will not change it.
 * `isRestReady`: all rows below are loaded, so that none appears between others.
 */
export function useItemPage(itemId: number, sort: EpisodeSort, visit: VisitMemory) {
  const api = useApi();
  /** Orders that this visit has painted; for them, a later answer must not bring the skeleton back. */
  const [paintedSorts, setPaintedSorts] = useVisitState<readonly EpisodeSort[]>(visit, 'painted-sorts', NONE);
  const isLimited = useIsLimited();
  const item = useQuery(itemQuery(api, itemId));
  const oldest = useInfiniteQuery(episodePagesQuery(api, itemId, 'oldest'));
  const listed = useInfiniteQuery(episodePagesQuery(api, itemId, sort));
  const episodes = episodesOf(oldest.data);
  const shown = episodesOf(listed.data);
  const resume = item.data?.my.resume ?? null;

  const isResumeListed = resume === null || episodes.some(({ id }) => id === resume.episode_id);
  const resumeEpisode = useQuery({
    ...episodeQuery(api, resume?.episode_id ?? 0),
    enabled: oldest.data !== undefined && !isResumeListed,
  });
  const needsLatest = item.data !== undefined && resume === null && oldest.data !== undefined && oldest.hasNextPage;
  const latest = useInfiniteQuery({ ...episodePagesQuery(api, itemId, 'latest'), enabled: needsLatest });

  const relatives = useQuery(relativesQuery(api, itemId));
  const themes = useQuery(themesOfItemQuery(api, itemId));
  const reviews = useInfiniteQuery(shortReviewsQuery(api, itemId, 'like'));
  const mine = useQuery(myShortReviewQuery(api, itemId));
  const purchasable = useQuery(purchasableQuery(api, itemId));
  const isSold = purchasable.data?.is_purchasable === true;
  const titleProducts = useQuery({ ...productsQuery(api, itemId, 'item'), enabled: isSold });
  const episodeProducts = useQuery({ ...productsQuery(api, itemId, 'episode'), enabled: isSold });
  const sold = useMemo(
    () => [...(titleProducts.data?.results ?? []), ...(episodeProducts.data?.results ?? [])],
    [titleProducts.data, episodeProducts.data],
  );
  const needsPlans = [...episodes, ...shown, resumeEpisode.data].some(
    (episode) => episode?.access.needs === 'membership',
  );
  const plans = useQuery({ ...plansQuery(api), enabled: needsPlans });
  const isUnpublished = item.data?.cnt_episode === 0;
  const request = useQuery({ ...itemRequestQuery(api, itemId), enabled: isUnpublished });

  const known: Situation | null = item.data
    ? {
        item: item.data,
        episodes,
        resumeEpisode: resumeEpisode.data ?? null,
        lastEpisode: needsLatest ? (latest.data?.pages[0]?.results[0] ?? null) : null,
        products: sold,
        plans: plans.data?.results ?? NO_PLANS,
        isLimited,
      }
    : null;
  const season = useNextSeason(item.data, known !== null && isFinished(known), relatives.data?.series);
  const situation = known && { ...known, nextSeason: season.item ?? null };

  const target = situation && episodeToWatch(situation);
  const isShopKnown =
    (!needsPlans || isSettled(plans)) &&
    isSettled(purchasable) &&
    (!isSold || (isSettled(titleProducts) && isSettled(episodeProducts)));
  const isResumeRowLoaded = useLoadUntilListed({
    list: listed,
    shown,
    isWanted: resume !== null,
    wantedId: target?.id ?? null,
  });
  const isFirstPaintReady =
    (isResumeListed || isSettled(resumeEpisode)) &&
    (!needsLatest || isSettled(latest)) &&
    (![target, ...shown].some((episode) => episode?.access.type === 'locked') || isShopKnown) &&
    (!isUnpublished || isSettled(request)) &&
    (situation === null || !isFinished(situation) || (isSettled(relatives) && season.isKnown)) &&
    isResumeRowLoaded;
  const isFirstPaintDone = paintedSorts.includes(sort);
  const isReady =
    situation !== null && oldest.data !== undefined && (isFirstPaintDone || (isSettled(listed) && isFirstPaintReady));
  useEffect(() => {
    if (isReady && !isFirstPaintDone) setPaintedSorts([...paintedSorts, sort]);
  }, [isReady, isFirstPaintDone, paintedSorts, setPaintedSorts, sort]);

  return {
    item,
    oldest,
    listed,
    shown,
    situation,
    target,
    isReady,
    isRestReady: [relatives, themes, reviews, mine].every(isSettled) && isShopKnown,
    relatives,
    themes,
    reviews,
    mine: mine.data ?? null,
    titleProducts: titleProducts.data?.results ?? [],
    /** Products of the title and of its episodes. */
    sold,
    request: request.data ?? null,
  };
}

export type ItemPage = ReturnType<typeof useItemPage>;

const isSettled = ({ status }: { status: string }) => status !== 'pending';

const episodesOf = (data: { pages: { results: Episode[] }[] } | undefined): Episode[] =>
  data?.pages.flatMap(({ results }) => results) ?? [];

interface LoadUntilListedOptions {
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    fetchNextPage(): Promise<unknown>;
  };
  readonly shown: readonly Episode[];
  readonly isWanted: boolean;
  readonly wantedId: number | null;
}

/** Loads pages until the row contains the episode to resume. @returns whether that is done */
function useLoadUntilListed({ list, shown, isWanted, wantedId }: LoadUntilListedOptions): boolean {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const isThere = wantedId === null || shown.some(({ id }) => id === wantedId);
  const isEnd = !hasNextPage || isFetchNextPageError || shown.length >= MOST_SOUGHT;
  const isMoreWanted = isWanted && !isThere && !isEnd && !isFetchingNextPage;
  // `shown.length` is needed too: a fast answer may arrive before the request renders, so `isMoreWanted` stays true.
  useEffect(() => {
    if (isMoreWanted) void fetchNextPage();
  }, [isMoreWanted, fetchNextPage, shown.length]);
  return !isWanted || isThere || isEnd;
}

/** The next season; requested only when wanted. */
function useNextSeason(item: Item | undefined, isWanted: boolean, series: readonly { id: number }[] | undefined) {
  const api = useApi();
  const others = useQueries({
    queries: (isWanted ? (series ?? []) : []).map(({ id }) => itemQuery(api, id)),
    combine: (answers) => ({
      items: answers.map(({ data }) => data).filter((other) => other !== undefined),
      isKnown: answers.every(isSettled),
    }),
  });
  const next = item && isWanted && others.isKnown ? nextSeasonOf(item, others.items) : undefined;
  return { item: next && next.cnt_episode > 0 ? next : undefined, isKnown: others.isKnown };
}
