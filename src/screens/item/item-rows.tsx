import { useMemo } from 'react';
import type { Episode, Item, ItemSummary } from '#contract/catalogue.ts';
import type { Product } from '#contract/shop.ts';
import type { KeptEpisode } from '#src/player/index.ts';
import type { EpisodeSort } from '#src/api/catalogue.ts';
import { episodeRow } from '#src/features/episodes/episode-row.tsx';
import { hasBegun, productsFor } from '#src/features/episodes/primary-action.ts';
import { itemRow } from '#src/features/items/item-row.tsx';
import { useKeptOrder } from '#src/features/items/use-kept-order.ts';
import { themeRow } from '#src/features/items/theme-row.tsx';
import { keptStateName } from '#src/features/playback/kept-labels.ts';
import { reviewRow } from '#src/features/reviews/review-row.tsx';
import { productRow } from '#src/features/shop/product-row.tsx';
import { usePlace, type WallRow } from '#src/focus/index.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { retryRow } from './retry-row.tsx';
import type { ItemPage } from './use-item-page.ts';

export interface ItemRowsOptions {
  readonly item: Item;
  readonly page: ItemPage;
  readonly sort: EpisodeSort;
  readonly onPlayEpisode: (episode: Episode) => void;
  readonly kept: readonly KeptEpisode[];
  /** Null where nothing can be kept. */
  readonly onKeepEpisode: ((episode: Episode) => void) | null;
  readonly onChooseProduct: (product: Product) => void;
  readonly onOpenItem: (itemId: number) => void;
  readonly onPlayItem: (item: { id: number }) => void;
  readonly onOpenTheme: (themeId: number) => void;
  readonly onOpenReviews: () => void;
}

/** Key of the row of episodes: each order remembers its own tile. */
export const episodesKey = (sort: EpisodeSort) => (sort === 'oldest' ? 'episodes' : 'episodes-latest');

const REVIEWS_SHOWN = 10;

const idOf = ({ id }: { readonly id: number | string }) => String(id);

/** The rows below the large block. Episodes first; the rest comes in one piece when all of it is known. */
export function useItemRows(options: ItemRowsOptions): readonly WallRow[] {
  const {
    item,
    page,
    sort,
    kept,
    onPlayEpisode,
    onKeepEpisode,
    onChooseProduct,
    onOpenItem,
    onPlayItem,
    onOpenTheme,
    onOpenReviews,
  } = options;
  const { listed, isRestReady, relatives, themes, reviews, mine, titleProducts, sold, situation } = page;
  const isLimited = situation?.isLimited ?? false;
  // Limited profiles cannot buy, so they see "구매 필요" instead of the offer.
  const saleLabel = isLimited ? '구매 필요' : '대여 · 구매';
  const clock = useClock();
  const place = usePlace();
  const { color } = item;
  // Answers that come again behind the screen change what tiles say, never where they stand.
  const related = useKeptOrder(place, 'related', relatives.data?.related, idOf);
  const series = useKeptOrder(place, 'series', relatives.data?.series, idOf);
  const inThemes = useKeptOrder(place, 'themes', themes.data?.results, idOf);
  const said = useKeptOrder(place, 'reviews', reviews.data?.pages[0]?.results, idOf);

  const keptLabels = useMemo(
    () => new Map(kept.map((entry) => [entry.episode.id, keptStateName(entry)] as const)),
    [kept],
  );
  const episodes = useMemo(() => {
    const all = listed.data?.pages.flatMap(({ results }) => results) ?? [];
    if (all.length === 0) return [];
    const count = listed.data?.pages[0]?.count ?? all.length;
    return [
      episodeRow({
        key: episodesKey(sort),
        title: '회차',
        detail: `${count}개 · ${sort === 'oldest' ? '첫 화부터' : '최신 화부터'}`,
        episodes: all,
        color,
        now: clock.instant,
        lockedLabel: (episode) => (productsFor(sold, episode).length > 0 ? saleLabel : undefined),
        keptLabels,
        onPlay: onPlayEpisode,
        ...(onKeepEpisode ? { onHold: onKeepEpisode } : {}),
      }),
    ];
  }, [listed.data, sort, color, clock, sold, saleLabel, keptLabels, onPlayEpisode, onKeepEpisode]);

  const products = useMemo(
    () =>
      titleProducts.length > 0 && !isLimited
        ? [
            productRow({
              key: 'products',
              title: '대여 · 구매',
              products: titleProducts,
              now: clock.instant,
              onChoose: onChooseProduct,
            }),
          ]
        : [],
    [titleProducts, isLimited, clock, onChooseProduct],
  );

  const isVeiled = item.cnt_episode > 0 && !hasBegun(item, situation?.episodes ?? []);
  const reviewRows = useMemo(() => {
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

  const relativeRows = useMemo(() => {
    if (!related || !series) {
      const retry = { key: 'related', title: '비슷한 작품', onRetry: () => void relatives.refetch() };
      return relatives.isError ? [retryRow(retry)] : [];
    }
    const open = ({ id: itemId }: { id: number }) => onOpenItem(itemId);
    const row = (key: string, title: string, items: readonly ItemSummary[]) =>
      items.length > 0 ? [itemRow({ key, title, items, onOpen: open, onPlay: onPlayItem })] : [];
    return [...row('series', '시리즈', series), ...row('related', `${item.name} 시청자를 위한 작품`, related)];
  }, [relatives, related, series, item.name, onOpenItem, onPlayItem]);

  const themeRows = useMemo(() => {
    return inThemes && inThemes.length > 0
      ? [themeRow({ key: 'themes', title: '이 작품이 담긴 테마', themes: inThemes, onOpen: onOpenTheme })]
      : [];
  }, [inThemes, onOpenTheme]);

  return useMemo(
    () => (isRestReady ? [...episodes, ...products, ...reviewRows, ...relativeRows, ...themeRows] : episodes),
    [isRestReady, episodes, products, reviewRows, relativeRows, themeRows],
  );
}
