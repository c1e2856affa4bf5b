import { useMemo, useState } from 'react';
import type { StartAgain } from '#contract/catalogue.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { startAgainList } from '#src/api/lists.ts';
import { startAgainCaption, startAgainLabel } from '#src/features/episodes/start-again-row.tsx';
import { useTakeOut } from '#src/features/episodes/use-take-out.ts';
import { useIsTakenOut } from '#src/features/episodes/use-taken-out.ts';
import { itemKey } from '#src/features/items/item-tiles.tsx';
import { PagedGrid } from '#src/features/items/paged-grid.tsx';
import { usePages } from '#src/features/items/use-pages.ts';
import { FocusGroup, useVisitState, type VisitMemory } from '#src/focus/index.ts';
import { holdHint, holdSentence } from '#src/lib/hold-hint.ts';
import { useSettings, useToasts } from '#src/stores/stores-context.ts';
import { Button } from '#src/ui/button.tsx';
import { wideGrid, type GridTiles } from '#src/ui/list/grid.tsx';
import { CONTENT_X, PAGE_BODY_HEIGHT } from '#src/ui/page/page.tsx';
import { Tabs } from '#src/ui/page/tabs.tsx';
import { LOCK_BADGE } from '#src/ui/tile/lock-badge.tsx';
import { Tile } from '#src/ui/tile/tile.tsx';
import styles from './library-screen.module.css';
import { ShelfBody, ShelfTools, TOOLS_HEIGHT } from './shelf-tools.tsx';

const SORTINGS = [
  { id: 'recent', label: '최근에 본 순' },
  { id: 'name', label: '이름순' },
] as const;

export interface StartAgainShelfProps {
  readonly visit: VisitMemory;
  readonly onPlay: (episodeId: number) => void;
}

/** Titles to resume. Holding OK removes one; the viewer can undo the last removal. */
export function StartAgainShelf({ visit, onPlay }: StartAgainShelfProps) {
  const [sorting, setSorting] = useVisitState<'recent' | 'name'>(visit, 'start-again/sorting', 'recent');
  const isOut = useIsTakenOut();
  const { take, putBack } = useTakeOut();
  const [removed, setRemoved] = useState<StartAgain | null>(null);
  const showToast = useToasts((toasts) => toasts.show);
  const isSingle = useSettings(({ settings }) => settings.singlePresses);

  const remove = (result: StartAgain) => {
    take(result);
    setRemoved(result);
    showToast('이어보기에서 뺐어요. 위의 되돌리기를 누르면 다시 나와요.');
  };
  const undo = () => {
    if (removed) putBack(removed);
    setRemoved(null);
  };

  return (
    <>
      <ShelfTools>
        <FocusGroup focusKey="library/start-again-tools" axis="row" className={styles.toolRow}>
          <Tabs
            focusKey="library/start-again-sorting"
            label="정렬"
            options={SORTINGS}
            selected={sorting}
            onSelect={setSorting}
            isSmall
          />
          {removed && isOut(removed) ? (
            <Button focusKey="library/undo" label={`되돌리기: ${removed.item.name}`} icon="retry" onPress={undo} />
          ) : (
            <p className={styles.hint}>{holdSentence(isSingle, '목록에서 빼요')}</p>
          )}
        </FocusGroup>
      </ShelfTools>
      <ShelfBody>
        <StartAgainGrid key={sorting} sorting={sorting} visit={visit} isOut={isOut} onPlay={onPlay} onRemove={remove} />
      </ShelfBody>
    </>
  );
}

const keyOf = ({ item }: StartAgain) => itemKey(item);

interface StartAgainGridProps extends StartAgainShelfProps {
  readonly sorting: 'recent' | 'name';
  readonly isOut: (result: StartAgain) => boolean;
  readonly onRemove: (result: StartAgain) => void;
}

function StartAgainGrid({ sorting, visit, isOut, onPlay, onRemove }: StartAgainGridProps) {
  const api = useApi();
  const isSingle = useSettings(({ settings }) => settings.singlePresses);
  const pages = usePages({ visit, list: startAgainList(api, sorting), keyOf });
  const { data } = pages;
  const shown = useMemo(() => data?.filter((result) => !isOut(result)), [data, isOut]);
  const tiles = useMemo<GridTiles<StartAgain>>(
    () => ({
      keyOf,
      label: (result) => `${startAgainLabel(result)}, ${holdHint(isSingle, '목록에서 빼요')}`,
      draw: (result) => (
        <Tile
          name={result.item.name}
          caption={startAgainCaption(result)}
          picture={result.item.images.wide}
          color={result.item.color}
          badge={result.item.needs_identity && LOCK_BADGE}
          progress={result.offset > 0 ? result.offset / result.episode.running_time : undefined}
          isCaptionAlwaysShown
        />
      ),
      onPress: ({ episode }) => onPlay(episode.id),
      onPlay: ({ episode }) => onPlay(episode.id),
      onHold: onRemove,
      holdNames: ['재생', '목록에서 빼기'],
    }),
    [onPlay, onRemove, isSingle],
  );
  return (
    <PagedGrid
      focusKey={`library/start-again-${sorting}`}
      pages={{ ...pages, data: shown, count: pages.count - ((data?.length ?? 0) - (shown?.length ?? 0)) }}
      shape={wideGrid}
      tiles={tiles}
      insetLeft={CONTENT_X}
      height={PAGE_BODY_HEIGHT - TOOLS_HEIGHT}
      empty={{ title: '보다가 만 작품이 없어요', text: '보던 작품은 여기서 바로 이어볼 수 있어요.' }}
    />
  );
}
