import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Episode, Item } from '#contract/catalogue.ts';
import type { Product } from '#contract/shop.ts';
import type { EpisodeSort } from '#src/api/catalogue.ts';
import { requestItem } from '#src/api/item-requests.ts';
import { toggleWish } from '#src/api/wishes.ts';
import { useApi } from '#src/api/api-context.ts';
import { ApiError } from '#src/api/api-error.ts';
import { offersFor, primaryAction, type PrimaryAction, type Situation } from '#src/features/episodes/primary-action.ts';
import { usePlayItem } from '#src/features/episodes/use-play-item.ts';
import { ItemFacts } from '#src/features/items/item-facts.tsx';
import { useOfflineEpisodes } from '#src/features/playback/use-offline-episodes.ts';
import { requestLabels } from '#src/features/requests/request-label.ts';
import { FocusWall, useRemoteKeys } from '#src/focus/index.ts';
import type { OfflineEpisode } from '#src/player/index.ts';
import { useToasts } from '#src/stores/stores-context.ts';
import { KeyLegend } from '#src/ui/key-legend.tsx';
import { wallSize } from '#src/ui/stage-size.ts';
import { Stage } from '#src/ui/stage.tsx';
import { TitleBlock } from '#src/ui/title-block.tsx';
import { downloadButton } from './download-button.ts';
import { ItemBlock } from './item-block.tsx';
import { ItemDialogs, loadTrailer, type OpenDialog } from './item-dialogs.tsx';
import { itemKeys } from './item-keys.ts';
import { episodesKey, useItemRows } from './item-rows.tsx';
import type { ItemPage } from './use-item-page.ts';
import { useRightsEnd } from './use-rights-end.ts';

export interface ItemStageProps {
  readonly item: Item;
  readonly situation: Situation;
  readonly page: ItemPage;
  /** Whether the episodes in the chosen order failed to load. */
  readonly hasListFailed: boolean;
  readonly sort: EpisodeSort;
  /** The order that the viewer chose; it differs from `sort` while it loads. */
  readonly wantedSort: EpisodeSort;
  readonly onSort: (sort: EpisodeSort) => void;
  readonly onPlay: (episodeId: number) => void;
  readonly onOpenItem: (itemId: number) => void;
  readonly onOpenTheme: (themeId: number) => void;
  readonly onOpenReviews: () => void;
}

/** Prefetch the next page this many episodes before the end: more than a jump by ten. */
const AHEAD = 14;

const LEGEND = [
  { color: 'green', label: '보고 싶어요' },
  { color: 'yellow', label: '별점' },
] as const;

export function ItemStage(props: ItemStageProps) {
  const { item, situation, page, hasListFailed, sort, wantedSort, onSort } = props;
  const { onPlay, onOpenItem, onOpenTheme, onOpenReviews } = props;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const playItem = usePlayItem(onPlay, onOpenItem);
  const acts = useItemActs(item);
  useRightsEnd(page.shown);

  const offline = useOfflineEpisodes();
  const downloadOf = useCallback(
    ({ id }: Pick<Episode, 'id'>) => {
      const known = offline?.find(id);
      if (known && known.state !== 'expired') setDialog({ kind: 'offline', offline: known });
      // Another dialog may be open when the question is due.
      else offline?.downloadOrAsk(id, () => setDialog((now) => now ?? { kind: 'download', episodeId: id }));
    },
    [offline],
  );
  const openMenu = useCallback((episode: Episode) => setDialog({ kind: 'episode', episode }), []);
  const { products, plans, isLimited } = situation;
  const playEpisode = useCallback(
    (episode: Episode) => {
      if (episode.access.type !== 'locked') onPlay(episode.id);
      else if (episode.access.needs === 'identity') setDialog({ kind: 'identity', episodeId: episode.id });
      else if (offersFor({ products: products ?? [], plans: plans ?? [] }, episode).length > 0)
        setDialog({ kind: isLimited ? 'adults-offer' : 'offer', episode });
      else setDialog({ kind: 'membership', episode });
    },
    [onPlay, products, plans, isLimited],
  );
  const { alreadyOwned } = acts;
  const chooseProduct = useCallback(
    (product: Product) =>
      product.owned ? alreadyOwned() : setDialog({ kind: 'checkout', offer: { kind: 'product', product } }),
    [alreadyOwned],
  );
  const rows = useItemRows({
    item,
    page,
    hasListFailed,
    sort,
    onPlayEpisode: playEpisode,
    offline: offline?.episodes ?? NOTHING_OFFLINE,
    onEpisodeMenu: openMenu,
    onChooseProduct: chooseProduct,
    onOpenItem,
    onPlayItem: playItem,
    onOpenTheme,
    onOpenReviews,
  });

  const openTrailer = () => {
    loadTrailer().then(
      () => setDialog({ kind: 'trailer' }),
      () => acts.tell('예고편을 불러오지 못했어요. 다시 시도해 주세요.'),
    );
  };
  const action = primaryAction(situation);
  const run = (pressed: PrimaryAction) => {
    switch (pressed.kind) {
      case 'play':
        return onPlay(pressed.episodeId);
      case 'next-season':
        return playItem({ id: pressed.itemId });
      case 'offer':
      case 'adults-offer':
      case 'membership':
      case 'identity':
        return playEpisode(pressed.episode);
      case 'request':
        return page.request ? acts.tell(requestLabels(page.request).text) : acts.request();
    }
  };
  useRemoteKeys(({ key, repeats }) => {
    if (key !== 'green' && key !== 'yellow' && key !== 'play' && key !== 'play-pause') return false;
    if (repeats > 0) return true;
    if (key === 'green') acts.toggleWish();
    else if (key === 'yellow') setDialog({ kind: 'rating' });
    else if (action.kind === 'play') onPlay(action.episodeId);
    return true;
  });

  const reach = (rowKey: string, index: number) => {
    const { hasNextPage, isFetchingNextPage, fetchNextPage } = page.listed;
    if (rowKey !== episodesKey(sort) || !hasNextPage || isFetchingNextPage) return;
    if (index >= page.shown.length - AHEAD) void fetchNextPage();
  };
  const stoppedAt = page.target && item.my.resume ? `episode:${page.target.id}` : null;
  return (
    <>
      <Stage
        backdrop={item.backdrop}
        color={item.color}
        upper={
          <ItemBlock
            item={item}
            action={action}
            request={page.request}
            sort={wantedSort}
            hasOrder={(page.oldest.data?.pages[0]?.count ?? 0) > 1}
            download={offline && page.target ? downloadButton(page.target, offline.find(page.target.id)) : null}
            onDownload={() => (page.target ? downloadOf(page.target) : undefined)}
            onRun={() => run(action)}
            onToggleWish={acts.toggleWish}
            onRate={() => setDialog({ kind: 'rating' })}
            onTrailer={openTrailer}
            onMore={() => setDialog({ kind: 'details' })}
            onSort={onSort}
          />
        }
        compact={<TitleBlock name={item.name} isCompact facts={<ItemFacts item={item} />} />}
        wall={
          rows.length > 0 && (
            <FocusWall
              focusKey={itemKeys.wall}
              rows={rows}
              {...wallSize}
              onFocusTile={reach}
              {...(stoppedAt === null
                ? {}
                : { initial: { rowKey: episodesKey(sort), tileKeys: { [episodesKey(sort)]: stoppedAt } } })}
            />
          )
        }
      />
      <KeyLegend entries={LEGEND} />
      {dialog && (
        <ItemDialogs
          // The download may have finished since the dialog opened.
          dialog={
            dialog.kind === 'offline'
              ? { ...dialog, offline: offline?.find(dialog.offline.episode.id) ?? dialog.offline }
              : dialog
          }
          item={item}
          situation={situation}
          onOpen={setDialog}
          onPlay={onPlay}
          offline={offline}
          onDownload={(id) => offline?.download(id)}
          onDownloadOf={downloadOf}
          onRemoveDownload={(id) => offline?.remove(id)}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

const NOTHING_OFFLINE: readonly OfflineEpisode[] = [];

/** The actions of the title's buttons; a failure shows a toast. */
function useItemActs(item: Item) {
  const api = useApi();
  const queryClient = useQueryClient();
  const tell = useToasts((toasts) => toasts.show);
  const failed = (what: string) => (error: unknown) =>
    tell(`${what} ${error instanceof ApiError ? error.message : '다시 시도해 주세요.'}`);
  return {
    tell,
    alreadyOwned: useCallback(() => tell('이미 볼 수 있는 상품이에요.'), [tell]),
    toggleWish: () => toggleWish(api, queryClient, item, failed('보고 싶어요에 담지 못했어요.')),
    request: () =>
      requestItem(api, queryClient, item.id, {
        onDone: () => tell('작품을 요청했어요. 소식이 있으면 이 화면에서 알려 드릴게요.'),
        onFailure: failed('요청하지 못했어요.'),
      }),
  };
}
