import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Episode, Item } from '#contract/catalogue.ts';
import type { OpeningRow } from '#contract/playback.ts';
import type { Plan } from '#contract/shop.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { episodePageQuery, episodeQuery, itemQuery, type EpisodeSort } from '#src/api/catalogue.ts';
import { relativesQuery, themesOfItemQuery } from '#src/api/series.ts';
import { itemRequestQuery } from '#src/api/item-requests.ts';
import { myShortReviewQuery, shortReviewsQuery } from '#src/api/reviews.ts';
import { plansQuery, productsQuery, purchasableQuery } from '#src/api/shop.ts';
import { episodeToWatch } from '#src/features/episodes/episode-to-watch.ts';
import { useBegin } from '#src/features/episodes/list/use-begin.ts';
import { useEpisodeList } from '#src/features/episodes/list/use-episode-list.ts';
import { isFinished, type Situation } from '#src/features/episodes/primary-action.ts';
import { useVisitState, type VisitMemory } from '#src/focus/index.ts';
import { nextSeasonOf } from '#src/lib/next-season.ts';
import { useIsLimited } from '#src/stores/household.ts';

const NONE: readonly EpisodeSort[] = [];
const NO_EPISODES: readonly Episode[] = [];
const NO_PLANS: readonly Plan[] = [];

/**
 * The queries of a title's screen. `isReady`: the first paint is complete and later answers will not change it.
 * `isRestReady`: all rows below are loaded, so that none appears between others.
 */
export function useItemPage(itemId: number, sort: EpisodeSort, visit: VisitMemory, row: OpeningRow | undefined) {
  const api = useApi();
  /** Orders that this visit has painted; for them, a later answer must not bring the skeleton back. */
  const [paintedSorts, setPaintedSorts] = useVisitState<readonly EpisodeSort[]>(visit, 'painted-sorts', NONE);
  const isLimited = useIsLimited();
  const item = useQuery(itemQuery(api, itemId));
  const oldest = useQuery(episodePageQuery(api, itemId, 'oldest'));
  const listed = useEpisodeList(itemId, sort, visit);
  const episodes = oldest.data?.results ?? NO_EPISODES;
  const shown = listed.data?.loaded ?? NO_EPISODES;
  const resume = item.data?.my.resume ?? null;

  const isResumeListed = resume === null || episodes.some(({ id }) => id === resume.episode_id);
  const resumeEpisode = useQuery({
    ...episodeQuery(api, resume?.episode_id ?? 0),
    enabled: oldest.data !== undefined && !isResumeListed,
  });
  const needsLatest = resume === null && (oldest.data?.count ?? 0) > episodes.length && item.data !== undefined;
  const latest = useQuery({ ...episodePageQuery(api, itemId, 'latest'), enabled: needsLatest });

  const relatives = useQuery(relativesQuery(api, itemId, row));
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
        lastEpisode: needsLatest ? (latest.data?.results[0] ?? null) : null,
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
  const begin = useBegin({
    itemId,
    list: listed,
    // Where the viewer chose an order, it begins at its beginning.
    target: resume === null || visit.values.has('sort') ? null : target,
  });
  const isFirstPaintReady =
    (isResumeListed || isSettled(resumeEpisode)) &&
    (!needsLatest || isSettled(latest)) &&
    (![target, ...shown].some((episode) => episode?.access.type === 'locked') || isShopKnown) &&
    (!isUnpublished || isSettled(request)) &&
    (situation === null || !isFinished(situation) || (isSettled(relatives) && season.isKnown)) &&
    begin.isReady;
  const isFirstPaintDone = paintedSorts.includes(sort);
  const isListKnown = listed.data !== undefined || listed.error !== null;
  const isReady =
    situation !== null && oldest.data !== undefined && (isFirstPaintDone || (isListKnown && isFirstPaintReady));
  useEffect(() => {
    if (isReady && !isFirstPaintDone) setPaintedSorts([...paintedSorts, sort]);
  }, [isReady, isFirstPaintDone, paintedSorts, setPaintedSorts, sort]);

  return {
    item,
    oldest,
    listed,
    shown,
    /** Index at which the row of episodes begins. */
    begin: begin.index,
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
