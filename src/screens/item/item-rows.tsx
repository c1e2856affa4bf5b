import { useMemo } from 'react';
import type { Item, ItemSummary, Theme } from '#contract/catalogue.ts';
import type { OfflineEpisode } from '#src/player/index.ts';
import type { EpisodeSort } from '#src/api/catalogue.ts';
import { episodeRow } from '#src/features/episodes/episode-row.tsx';
import { EPISODE_TOOLS } from '#src/features/episodes/list/use-episode-browser.tsx';
import { episodeToolsRow, type EpisodeTool } from '#src/features/episodes/list/episode-tools-row.tsx';
import { hasBegun, productsFor } from '#src/features/episodes/primary-action.ts';
import { itemRow } from '#src/features/items/item-row.tsx';
import { themeRow } from '#src/features/items/theme-tiles.tsx';
import { useStableOrder } from '#src/features/items/use-stable-order.ts';
import { offlineStateName } from '#src/features/playback/offline/offline-labels.ts';
import { reviewRow } from '#src/features/reviews/review-row.tsx';
import { productRow } from '#src/features/shop/product-row.tsx';
import { useVisitMemory, type WallRow } from '#src/focus/index.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { useSettings } from '#src/stores/stores-context.ts';
import { retryRow } from './retry-row.tsx';
import { episodesKey } from './use-episode-order.ts';
import type { EpisodePresses } from './use-episode-presses.ts';
import type { ItemPage } from './use-item-page.ts';

export interface ItemRowsOptions {
  readonly item: Item;
  readonly page: ItemPage;
  readonly hasListFailed: boolean;
  readonly sort: EpisodeSort;
  /** What is above the episodes. */
  readonly tools: readonly EpisodeTool[];
  readonly presses: EpisodePresses;
  readonly offline: readonly OfflineEpisode[];
  readonly onOpenItem: (itemId: number) => void;
  readonly onPlayItem: (item: { id: number }) => void;
  readonly onOpenTheme: (themeId: number) => void;
  readonly onOpenReviews: () => void;
}

const REVIEWS_SHOWN = 10;

/** The row's title already says that these are themes. */
const themeLabel = (theme: Theme | undefined) => (theme ? `${theme.title}, 작품 ${theme.cnt_item}개` : '');

/** The id by which a revalidated answer updates the content of tiles, never their order. */
const idOf = ({ id }: { readonly id: number | string }) => String(id);

/** The rows below the large block: episodes first; the others appear together, so that no row shifts another. */
export function useItemRows(options: ItemRowsOptions): readonly WallRow[] {
  const { isRestReady } = options.page;
  const episodes = useEpisodeRows(options);
  const products = useProductRows(options);
  const reviews = useReviewRows(options);
  const relatives = useRelativeRows(options);
  const themes = useThemeRows(options);
  return useMemo(
    () => (isRestReady ? [...episodes, ...products, ...reviews, ...relatives, ...themes] : episodes),
    [isRestReady, episodes, products, reviews, relatives, themes],
  );
}

function useEpisodeRows(options: ItemRowsOptions): readonly WallRow[] {
  const { item, page, hasListFailed, sort, tools, offline, presses } = options;
  const { playEpisode, openMenu } = presses;
  const { listed, sold, situation } = page;
  const { refetch: refetchList } = listed;
  // Limited profiles cannot buy, so they see "구매 필요" instead of the offer.
  const saleLabel = situation?.isLimited ? '구매 필요' : '대여 · 구매';
  const clock = useClock();
  const isSingle = useSettings(({ settings }) => settings.singlePresses);
  const { color } = item;
  const offlineLabels = useMemo(
    () => new Map(offline.map((entry) => [entry.episode.id, offlineStateName(entry)] as const)),
    [offline],
  );
  return useMemo(() => {
    const onRetry = () => void refetchList();
    const above = tools.length > 0 ? [episodeToolsRow(EPISODE_TOOLS, '회차', tools)] : [];
    if (hasListFailed) return [...above, retryRow({ key: episodesKey(sort), title: '회차', onRetry })];
    const episodes = listed.data;
    if (!episodes || episodes.count === 0) return [];
    return [
      ...above,
      episodeRow({
        key: episodesKey(sort),
        title: tools.length > 0 ? null : { text: '회차', detail: `${episodes.count}개` },
        episodes,
        color,
        now: clock.instant,
        lockedLabel: (episode) => (productsFor(sold, episode).length > 0 ? saleLabel : undefined),
        offlineLabels,
        isSingle,
        onPlay: playEpisode,
        onHold: openMenu,
      }),
    ];
  }, [
    listed.data,
    hasListFailed,
    refetchList,
    sort,
    tools,
    color,
    clock,
    sold,
    saleLabel,
    offlineLabels,
    isSingle,
    playEpisode,
    openMenu,
  ]);
}

function useProductRows({ page, presses: { chooseProduct } }: ItemRowsOptions): readonly WallRow[] {
  const { titleProducts, situation } = page;
  const isLimited = situation?.isLimited ?? false;
  const clock = useClock();
  return useMemo(
    () =>
      titleProducts.length > 0 && !isLimited
        ? [
            productRow({
              key: 'products',
              title: '대여 · 구매',
              products: titleProducts,
              now: clock.instant,
              onChoose: chooseProduct,
            }),
          ]
        : [],
    [titleProducts, isLimited, clock, chooseProduct],
  );
}

function useReviewRows({ item, page, onOpenReviews }: ItemRowsOptions): readonly WallRow[] {
  const { reviews, mine, situation } = page;
  const said = useStableOrder(useVisitMemory(), 'reviews', reviews.data?.pages[0]?.results, idOf);
  const isVeiled = item.cnt_episode > 0 && !hasBegun(item, situation?.episodes ?? []);
  return useMemo(() => {
    const retry = { key: 'reviews', title: '감상평', onRetry: () => void reviews.refetch() };
    if (!reviews.data) return reviews.isError ? [retryRow(retry)] : [];
    const [first] = reviews.data.pages;
    const others = (said ?? []).filter((review) => review.id !== mine?.id);
    return [
      reviewRow({
        key: 'reviews',
        title: '감상평',
        count: first?.count ?? 0,
        reviews: [...(mine ? [mine] : []), ...others].slice(0, REVIEWS_SHOWN),
        isVeiled,
        onOpen: onOpenReviews,
      }),
    ];
  }, [reviews, said, mine, isVeiled, onOpenReviews]);
}

function useRelativeRows({ item, page, onOpenItem, onPlayItem }: ItemRowsOptions): readonly WallRow[] {
  const { relatives } = page;
  const clock = useClock();
  const visit = useVisitMemory();
  const related = useStableOrder(visit, 'related', relatives.data?.related, idOf);
  const series = useStableOrder(visit, 'series', relatives.data?.series, idOf);
  return useMemo(() => {
    if (!related || !series) {
      const retry = { key: 'related', title: '비슷한 작품', onRetry: () => void relatives.refetch() };
      return relatives.isError ? [retryRow(retry)] : [];
    }
    const open = ({ id: itemId }: { id: number }) => onOpenItem(itemId);
    const row = (key: string, title: string, items: readonly ItemSummary[]) =>
      items.length > 0 ? [itemRow({ key, title, items, clock, onOpen: open, onPlay: onPlayItem })] : [];
    return [...row('series', '시리즈', series), ...row('related', `${item.name} 시청자를 위한 작품`, related)];
  }, [relatives, related, series, item.name, clock, onOpenItem, onPlayItem]);
}

function useThemeRows({ page: { themes }, onOpenTheme }: ItemRowsOptions): readonly WallRow[] {
  const inThemes = useStableOrder(useVisitMemory(), 'themes', themes.data?.results, idOf);
  return useMemo(() => {
    if (!inThemes || inThemes.length === 0) return [];
    const row = themeRow({ key: 'themes', title: '이 작품이 담긴 테마', themes: inThemes, onOpen: onOpenTheme });
    return [{ ...row, tileLabel: (index: number) => themeLabel(inThemes[index]) }];
  }, [inThemes, onOpenTheme]);
}
