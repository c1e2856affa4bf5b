import { useMemo } from 'react';
import type { RatedItem } from '#contract/reviews.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { ratingSetList, type RatingSetSorting } from '#src/api/library.ts';
import { usePlayItem } from '#src/features/episodes/use-play-item.ts';
import { itemCorner } from '#src/features/items/item-corner.tsx';
import { itemKey, itemLabel } from '#src/features/items/item-tiles.tsx';
import { PagedGrid } from '#src/features/items/paged-grid.tsx';
import { usePages } from '#src/features/items/use-pages.ts';
import { useVisitState } from '#src/focus/index.ts';
import { useSession } from '#src/stores/stores-context.ts';
import { captionedPosterGrid, type GridTiles } from '#src/ui/list/grid.tsx';
import { CONTENT_X, PAGE_BODY_HEIGHT } from '#src/ui/page/page.tsx';
import { Tabs } from '#src/ui/page/tabs.tsx';
import { Tile } from '#src/ui/tile/tile.tsx';
import styles from './library-screen.module.css';
import { ScoreChart } from './score-chart.tsx';
import { ShelfBody, ShelfTools, TOOLS_HEIGHT } from './shelf-tools.tsx';
import type { ShelfProps } from './wished.tsx';

const SORTINGS = [
  { id: 'recent', label: '최근 평가순' },
  { id: 'score', label: '높은 별점순' },
  { id: 'name', label: '이름순' },
] as const;

/** Rated titles, with a chart of the scores. */
export function Rated({ visit, ...actions }: ShelfProps) {
  const [sorting, setSorting] = useVisitState<RatingSetSorting>(visit, 'rated/sorting', 'recent');
  return (
    <>
      <ShelfTools>
        <Tabs
          focusKey="library/rated-sorting"
          label="정렬"
          options={SORTINGS}
          selected={sorting}
          onSelect={setSorting}
          isSmall
        />
      </ShelfTools>
      <ShelfBody>
        <RatedGrid key={sorting} sorting={sorting} visit={visit} {...actions} />
      </ShelfBody>
    </>
  );
}

const keyOf = ({ item }: RatedItem) => itemKey(item);

function RatedGrid({ sorting, visit, onOpenItem, onPlay }: ShelfProps & { sorting: RatingSetSorting }) {
  const api = useApi();
  const playItem = usePlayItem(onPlay, onOpenItem);
  const userId = useSession((session) => session.lastProfile?.profile.id ?? '');
  const pages = usePages({ visit, list: ratingSetList(api, userId, 'rated', sorting), keyOf, isWhole: true });
  const tiles = useMemo<GridTiles<RatedItem>>(
    () => ({
      keyOf,
      label: ({ item, rating }) => `${itemLabel(item)}, 내 별점 ${rating ?? 0}점`,
      draw: ({ item, rating }) => (
        <Tile
          name={item.name}
          picture={item.images.poster}
          color={item.color}
          corner={itemCorner(item)}
          caption={rating === null ? undefined : <span className={styles.score}>★ {rating.toFixed(1)}</span>}
          isCaptionAlwaysShown
        />
      ),
      onPress: ({ item }) => onOpenItem(item.id),
      onPlay: ({ item }) => playItem(item),
    }),
    [onOpenItem, playItem],
  );
  const scores = useMemo(
    () => (pages.data ?? []).flatMap(({ rating }) => (rating === null ? [] : [rating])),
    [pages.data],
  );
  return (
    <>
      <PagedGrid
        focusKey={`library/rated-${sorting}`}
        pages={pages}
        shape={captionedPosterGrid}
        tiles={tiles}
        insetLeft={CONTENT_X}
        height={PAGE_BODY_HEIGHT - TOOLS_HEIGHT}
        empty={{ title: '아직 별점을 준 작품이 없어요', text: '작품 화면에서 별점을 주면 여기에 모여요.' }}
      />
      {scores.length > 0 && (
        <div className={styles.scores}>
          <ScoreChart scores={scores} />
        </div>
      )}
    </>
  );
}
