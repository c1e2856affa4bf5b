import { useState } from 'react';
import type { Item } from '#contract/catalogue.ts';
import type { EpisodeSort } from '#src/api/catalogue.ts';
import { primaryAction, type Situation } from '#src/features/episodes/primary-action.ts';
import { numberOf } from '#src/features/episodes/list/episode-number.ts';
import { beginAt, useEpisodeBrowser, type EpisodeBrowser } from '#src/features/episodes/list/use-episode-browser.tsx';
import { usePlayItem } from '#src/features/episodes/use-play-item.ts';
import { ItemFacts } from '#src/features/items/item-facts.tsx';
import { useOfflineEpisodes } from '#src/features/playback/offline/use-offline-episodes.ts';
import { requestLabels } from '#src/features/requests/request-label.ts';
import { FocusWall, useRemoteKeys, useVisitMemory, type WallRow } from '#src/focus/index.ts';
import type { OfflineEpisode } from '#src/player/index.ts';
import { KeyLegend } from '#src/ui/key-legend.tsx';
import { wallBelowBlock, wallSize } from '#src/ui/page/stage-size.ts';
import { Stage } from '#src/ui/page/stage.tsx';
import { TitleBlock } from '#src/ui/page/title-block.tsx';
import { downloadButton } from './download-button.ts';
import { ItemBlock } from './item-block.tsx';
import { ItemDialogs, loadTrailer, type OpenDialog } from './item-dialogs.tsx';
import { itemKeys } from './item-keys.ts';
import { useItemRows } from './item-rows.tsx';
import { episodesKey } from './use-episode-order.ts';
import { useEpisodePresses } from './use-episode-presses.ts';
import { useItemActs } from './use-item-acts.ts';
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

const LEGEND = [
  { color: 'green', label: '보고 싶어요' },
  { color: 'yellow', label: '별점' },
] as const;
const LONG_LEGEND = [...LEGEND, { color: 'blue', label: '보던 화로' }] as const;

export function ItemStage(props: ItemStageProps) {
  const { item, situation, page, sort, wantedSort, onSort, onPlay, onOpenItem } = props;
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const playItem = usePlayItem(onPlay, onOpenItem);
  const acts = useItemActs(item);
  useRightsEnd(page.shown);

  const offline = useOfflineEpisodes();
  const presses = useEpisodePresses({
    situation,
    offline,
    onPlay,
    onDialog: setDialog,
    alreadyOwned: acts.alreadyOwned,
  });
  const lastEpisode = situation.lastEpisode ?? (sort === 'oldest' ? page.shown[page.shown.length - 1] : page.shown[0]);
  const browser = useEpisodeBrowser({
    itemId: item.id,
    sort,
    wantedSort,
    count: page.oldest.data?.count ?? 0,
    seasons: page.oldest.data?.seasons,
    last: lastEpisode ? numberOf(lastEpisode) : 0,
    rowKey: episodesKey(sort),
    home: page.target ?? null,
    begin: page.begin,
    reach: page.listed.reach,
    onSort,
    visit: useVisitMemory(),
  });
  const rows = useItemRows({
    ...props,
    tools: browser.tools,
    presses,
    offline: offline?.episodes ?? NOTHING_OFFLINE,
    onPlayItem: playItem,
  });

  const openTrailer = () => {
    loadTrailer().then(
      () => setDialog({ kind: 'trailer' }),
      () => acts.tell('예고편을 불러오지 못했어요. 다시 시도해 주세요.'),
    );
  };
  const action = primaryAction(situation);
  const run = () => {
    switch (action.kind) {
      case 'play':
        return onPlay(action.episodeId);
      case 'next-season':
        return playItem({ id: action.itemId });
      case 'offer':
      case 'adults-offer':
      case 'membership':
      case 'identity':
        return presses.playEpisode(action.episode);
      case 'request':
        return page.request ? acts.tell(requestLabels(page.request).text) : acts.request();
    }
  };
  useRemoteKeys(({ key, repeats }) => {
    if (repeats === 0 && browser.pressDigit(key)) return true;
    if (key === 'blue' && browser.isLong) {
      if (repeats === 0) browser.goHome();
      return true;
    }
    if (key !== 'green' && key !== 'yellow' && key !== 'play' && key !== 'play-pause') return false;
    if (repeats > 0) return true;
    if (key === 'green') acts.toggleWish();
    else if (key === 'yellow') setDialog({ kind: 'rating' });
    else if (action.kind === 'play') onPlay(action.episodeId);
    return true;
  });

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
            download={offline && page.target ? downloadButton(page.target, offline.find(page.target.id)) : null}
            onDownload={() => (page.target ? presses.downloadOf(page.target) : undefined)}
            onRun={run}
            onToggleWish={acts.toggleWish}
            onRate={() => setDialog({ kind: 'rating' })}
            onTrailer={openTrailer}
            onMore={() => setDialog({ kind: 'details' })}
          />
        }
        compact={<TitleBlock name={item.name} isCompact facts={<ItemFacts item={item} />} />}
        wall={rows.length > 0 && <ItemWall item={item} page={page} sort={sort} rows={rows} browser={browser} />}
      />
      <KeyLegend entries={browser.isLong ? LONG_LEGEND : LEGEND} />
      {browser.dialog}
      {dialog && (
        <ItemDialogs
          dialog={dialog}
          item={item}
          situation={situation}
          onOpen={setDialog}
          onPlay={onPlay}
          offline={offline}
          onDownloadOf={presses.downloadOf}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

const NOTHING_OFFLINE: readonly OfflineEpisode[] = [];

interface ItemWallProps extends Pick<ItemStageProps, 'item' | 'page' | 'sort'> {
  readonly rows: readonly WallRow[];
  readonly browser: EpisodeBrowser;
}

/** The rows; the first focus goes to the episode to resume. */
function ItemWall({ item, page, sort, rows, browser }: ItemWallProps) {
  // Where the viewer chose an order, it begins at its beginning.
  const isChosen = useVisitMemory().values.has('sort');
  const stoppedAt = !isChosen && page.target && item.my.resume ? `episode:${page.target.id}` : null;
  return (
    <FocusWall
      key={sort}
      focusKey={itemKeys.wall}
      rows={rows}
      {...wallSize}
      firstHeight={wallBelowBlock}
      handleRef={browser.wall}
      onFocusTile={browser.follow}
      {...(page.listed.data?.count ? { initial: beginAt(episodesKey(sort), stoppedAt, browser.tools) } : {})}
    />
  );
}
