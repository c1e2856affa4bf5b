import { useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { Episode, Item } from '#contract/catalogue.ts';
import { useApi } from '#src/api/api-context.ts';
import {
  episodePagesQuery,
  episodeQuery,
  itemQuery,
  itemRequestQuery,
  relativesQuery,
  themesOfItemQuery,
  type EpisodeSort,
} from '#src/api/catalogue.ts';
import { myShortReviewQuery, shortReviewsQuery } from '#src/api/reviews.ts';
import { productsQuery, purchasableQuery } from '#src/api/shop.ts';
import { episodeToWatch, isFinished, type Situation } from '#src/features/episodes/primary-action.ts';
import { usePlaceState, type Place } from '#src/focus/index.ts';
import { nextSeasonOf } from '#src/lib/next-season.ts';
import { useIsLimited } from '#src/stores/household.ts';

/** Episodes that are loaded at once to find the one where the viewer stopped: beyond that the row begins at the first. */
const MOST_SOUGHT = 200;

const NONE: readonly EpisodeSort[] = [];

/**
 * Everything that the screen of a title asks for. `isReady` once what its first picture shows is known, so that nothing of it
 * changes when the rest comes; `isRestReady` when all rows below are known, so that none comes in between.
 */
export function useItemPage(itemId: number, sort: EpisodeSort, place: Place) {
  const api = useApi();
  /** Orders in which the screen stood in this visit: what a newer answer asks for besides takes it away no more. */
  const [stoodIn, setStoodIn] = usePlaceState<readonly EpisodeSort[]>(place, 'stood-in', NONE);
  const isLimited = useIsLimited();
  const item = useQuery(itemQuery(api, itemId));
  const oldest = useInfiniteQuery(episodePagesQuery(api, itemId, 'oldest'));
  const listed = useInfiniteQuery(episodePagesQuery(api, itemId, sort));
  const episodes = episodesOf(oldest.data);
  const shown = episodesOf(listed.data);
  const resume = item.data?.my.resume ?? null;

  const isStopKnown = resume === null || episodes.some(({ id }) => id === resume.episode_id);
  const resumeEpisode = useQuery({
    ...episodeQuery(api, resume?.episode_id ?? 0),
    enabled: oldest.data !== undefined && !isStopKnown,
  });
  const seeksLast = item.data !== undefined && resume === null && oldest.data !== undefined && oldest.hasNextPage;
  const latest = useInfiniteQuery({ ...episodePagesQuery(api, itemId, 'latest'), enabled: seeksLast });

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
  const isUnpublished = item.data?.cnt_episode === 0;
  const request = useQuery({ ...itemRequestQuery(api, itemId), enabled: isUnpublished });

  const known: Situation | null = item.data
    ? {
        item: item.data,
        episodes,
        resumeEpisode: resumeEpisode.data ?? null,
        lastEpisode: seeksLast ? (latest.data?.pages[0]?.results[0] ?? null) : null,
        products: sold,
        isLimited,
      }
    : null;
  const season = useNextSeason(item.data, known !== null && isFinished(known), relatives.data?.series);
  const situation = known && { ...known, nextSeason: season.item ?? null };

  const target = situation && episodeToWatch(situation);
  const isShopKnown = isSettled(purchasable) && (!isSold || (isSettled(titleProducts) && isSettled(episodeProducts)));
  const isStopShown = useSought({ list: listed, shown, isSought: resume !== null, wantedId: target?.id ?? null });
  const isFirstPictureKnown =
    (isStopKnown || isSettled(resumeEpisode)) &&
    (!seeksLast || isSettled(latest)) &&
    (![target, ...shown].some((episode) => episode?.access.type === 'locked') || isShopKnown) &&
    (!isUnpublished || isSettled(request)) &&
    (situation === null || !isFinished(situation) || (isSettled(relatives) && season.isKnown)) &&
    isStopShown;
  const hasStood = stoodIn.includes(sort);
  const isReady =
    situation !== null && oldest.data !== undefined && listed.data !== undefined && (hasStood || isFirstPictureKnown);
  useEffect(() => {
    if (isReady && !hasStood) setStoodIn([...stoodIn, sort]);
  }, [isReady, hasStood, stoodIn, setStoodIn, sort]);

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
    /** Of the title and of its episodes. */
    sold,
    request: request.data ?? null,
  };
}

export type ItemPage = ReturnType<typeof useItemPage>;

const isSettled = ({ status }: { status: string }) => status !== 'pending';

const episodesOf = (data: { pages: { results: Episode[] }[] } | undefined): Episode[] =>
  data?.pages.flatMap(({ results }) => results) ?? [];

interface SoughtOptions {
  readonly list: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    fetchNextPage(): Promise<unknown>;
  };
  readonly shown: readonly Episode[];
  readonly isSought: boolean;
  readonly wantedId: number | null;
}

/** Loads page after page until the episode where the viewer stopped is in the row; answers whether that is done. */
function useSought({ list, shown, isSought, wantedId }: SoughtOptions): boolean {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const isThere = wantedId === null || shown.some(({ id }) => id === wantedId);
  const isEnd = !hasNextPage || isFetchNextPageError || shown.length >= MOST_SOUGHT;
  const isMoreWanted = isSought && !isThere && !isEnd && !isFetchingNextPage;
  // By how many there are, too: a page may come before it was drawn that it was asked for.
  useEffect(() => {
    if (isMoreWanted) void fetchNextPage();
  }, [isMoreWanted, fetchNextPage, shown.length]);
  return !isSought || isThere || isEnd;
}

/** The season after this one, found only when it is wanted. */
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
