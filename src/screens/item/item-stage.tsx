import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { Episode, Item } from '#contract/catalogue.ts';
import type { Product } from '#contract/shop.ts';
import type { EpisodeSort } from '#src/api/catalogue.ts';
import { requestItem, toggleWish } from '#src/api/catalogue.ts';
import { useApi } from '#src/api/api-context.ts';
import { ApiError } from '#src/api/api-error.ts';
import {
  primaryAction,
  productsFor,
  type PrimaryAction,
  type Situation,
} from '#src/features/episodes/primary-action.ts';
import { usePlayItem } from '#src/features/episodes/use-play-item.ts';
import { ItemFacts } from '#src/features/items/item-facts.tsx';
import { keptStateLabel, keptStateName } from '#src/features/playback/kept-labels.ts';
import { useKeptEpisodes } from '#src/features/playback/use-kept-episodes.ts';
import { requestLabels } from '#src/features/requests/request-label.ts';
import { FocusWall, useRemoteKeys } from '#src/focus/index.ts';
import type { KeptEpisode } from '#src/player/index.ts';
import { useToasts } from '#src/stores/stores-context.ts';
import { KeyLegend } from '#src/ui/key-legend.tsx';
import { wallSize } from '#src/ui/stage-size.ts';
import { Stage } from '#src/ui/stage.tsx';
import { TitleBlock } from '#src/ui/title-block.tsx';
import { ItemBlock } from './item-block.tsx';
import { ItemDialogs, type OpenDialog } from './item-dialogs.tsx';
import { itemKeys } from './item-keys.ts';
import { episodesKey, useItemRows } from './item-rows.tsx';
import type { ItemPage } from './use-item-page.ts';
import { useRightsEnd } from './use-rights-end.ts';

export interface ItemStageProps {
  readonly item: Item;
  readonly situation: Situation;
  readonly page: ItemPage;
  readonly sort: EpisodeSort;
  /** What the viewer chose, while it is on its way. */
  readonly wantedSort: EpisodeSort;
  readonly onSort: (sort: EpisodeSort) => void;
  readonly onPlay: (episodeId: number) => void;
  readonly onOpenItem: (itemId: number) => void;
  readonly onOpenTheme: (themeId: number) => void;
  readonly onOpenReviews: () => void;
}

/** Episodes before the end of what is loaded at which the next page is asked for: more than a jump by tens. */
const AHEAD = 14;

const LEGEND = [
  { color: 'green', label: '보고 싶어요' },
  { color: 'yellow', label: '별점' },
] as const;

export function ItemStage(props: ItemStageProps) {
  const { item, situation, page, sort, wantedSort, onSort, onPlay, onOpenItem, onOpenTheme, onOpenReviews } = props;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const playItem = usePlayItem(onPlay, onOpenItem);
  const acts = useItemActs(item);
  useRightsEnd(page.shown);

  const kept = useKeptEpisodes();
  const keepOf = useCallback(
    ({ id }: Pick<Episode, 'id'>) => {
      const known = kept?.find(id);
      if (known && known.state !== 'expired') setDialog({ kind: 'kept', kept: known });
      else kept?.keepOrAsk(id, () => setDialog({ kind: 'keep', episodeId: id }));
    },
    [kept],
  );
  const products = situation.products;
  const playEpisode = useCallback(
    (episode: Episode) => {
      if (episode.access.type !== 'locked') onPlay(episode.id);
      else if (productsFor(products ?? [], episode).length > 0)
        setDialog({ kind: situation.isLimited ? 'adults-offer' : 'offer', episode });
      else setDialog({ kind: 'membership', episode });
    },
    [onPlay, products, situation.isLimited],
  );
  const { alreadyOwned } = acts;
  const chooseProduct = useCallback(
    (product: Product) => (product.owned ? alreadyOwned() : setDialog({ kind: 'checkout', product })),
    [alreadyOwned],
  );
  const rows = useItemRows({
    item,
    page,
    sort,
    onPlayEpisode: playEpisode,
    kept: kept?.episodes ?? NOTHING_KEPT,
    onKeepEpisode: kept && keepOf,
    onChooseProduct: chooseProduct,
    onOpenItem,
    onPlayItem: playItem,
    onOpenTheme,
    onOpenReviews,
  });

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
        return playEpisode(pressed.episode);
      case 'request':
        return page.request ? acts.tell(requestLabels(page.request).text) : acts.request();
    }
  };
  useRemoteKeys(({ key, phase, repeats }) => {
    if (key !== 'green' && key !== 'yellow' && key !== 'play' && key !== 'play-pause') return false;
    if (phase === 'up' || repeats > 0) return true;
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
            hasOrder={(page.listed.data?.pages[0]?.count ?? 0) > 1}
            keep={kept && page.target ? keepButton(page.target, kept.find(page.target.id)) : null}
            onKeep={() => (page.target ? keepOf(page.target) : undefined)}
            onRun={() => run(action)}
            onToggleWish={acts.toggleWish}
            onRate={() => setDialog({ kind: 'rating' })}
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
          // What is on its way may be whole by now.
          dialog={
            dialog.kind === 'kept' ? { ...dialog, kept: kept?.find(dialog.kept.episode.id) ?? dialog.kept } : dialog
          }
          item={item}
          situation={situation}
          onOpen={setDialog}
          onPlay={onPlay}
          onKeep={(id) => kept?.keep(id)}
          onUnkeep={(id) => kept?.remove(id)}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

const NOTHING_KEPT: readonly KeptEpisode[] = [];

/** With advertisements, or without a right, there is nothing to keep. */
function keepButton({ episode_num: name, access }: Episode, kept: KeptEpisode | undefined) {
  if (access.type === 'locked' || access.type === 'avod') return null;
  const isKept = kept?.state === 'kept';
  if (!kept || kept.state === 'expired') return { label: '저장', name: `${name} 저장`, isKept };
  return { label: keptStateLabel(kept), name: `${name} ${keptStateName(kept)}`, isKept };
}

/** What the buttons of a title do, and what is said when the server refuses. */
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
      void requestItem(api, queryClient, item.id).then(
        () => tell('작품을 요청했어요. 소식이 있으면 이 화면에서 알려 드릴게요.'),
        failed('요청하지 못했어요.'),
      ),
  };
}
