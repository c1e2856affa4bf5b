import { useMemo, type ReactNode } from 'react';
import type { RatedItem } from '#contract/reviews.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { ratingSetList, type RatingSetSorting } from '#src/api/library.ts';
import { usePlayItem } from '#src/features/episodes/use-play-item.ts';
import { itemCorner } from '#src/features/items/item-corner.tsx';
import { itemKey, itemLabel } from '#src/features/items/item-tiles.tsx';
import { PagedGrid } from '#src/features/items/paged-grid.tsx';
import { usePages } from '#src/features/items/use-pages.ts';
import { useVisitState, type VisitMemory } from '#src/focus/index.ts';
import { useSession } from '#src/stores/stores-context.ts';
import { captionedPosterGrid, posterGrid, type GridTiles } from '#src/ui/list/grid.tsx';
import { CONTENT_X, PAGE_BODY_HEIGHT } from '#src/ui/page/page.tsx';
import { Tabs } from '#src/ui/page/tabs.tsx';
import { Tile } from '#src/ui/tile/tile.tsx';
import styles from './library-screen.module.css';
import { ScoreChart } from './score-chart.tsx';
import { ShelfBody, ShelfTools, TOOLS_HEIGHT } from './shelf-tools.tsx';

export interface ShelfProps {
  readonly visit: VisitMemory;
  readonly onOpenItem: (itemId: number) => void;
  readonly onPlay: (episodeId: number) => void;
}

/** A set of titles that the viewer has made. */
interface RatingSet {
  readonly type: 'rated' | 'wished';
  readonly sortings: readonly { readonly id: RatingSetSorting; readonly label: string }[];
  readonly empty: { readonly title: string; readonly text: string };
  readonly labelOf: (result: RatedItem) => string;
  readonly captionOf: (result: RatedItem) => ReactNode;
}

const RATED: RatingSet = {
  type: 'rated',
  sortings: [
    { id: 'recent', label: '최근 평가순' },
    { id: 'score', label: '높은 별점순' },
    { id: 'name', label: '이름순' },
  ],
  empty: { title: '아직 별점을 준 작품이 없어요', text: '작품 화면에서 별점을 주면 여기에 모여요.' },
  labelOf: ({ item, rating }) => `${itemLabel(item)}, 내 별점 ${rating ?? 0}점`,
  captionOf: ({ rating }) =>
    rating === null ? undefined : <span className={styles.score}>★ {rating.toFixed(1)}</span>,
};

const WISHED: RatingSet = {
  type: 'wished',
  sortings: [
    { id: 'recent', label: '최근에 담은 순' },
    { id: 'name', label: '이름순' },
  ],
  empty: { title: '아직 담은 작품이 없어요', text: '작품 화면에서 ‘보고 싶어요’를 누르면 여기에 모여요.' },
  labelOf: ({ item }) => itemLabel(item),
  captionOf: ({ item }) => item.genres.join(' · '),
};

/** Rated titles, with a chart of the scores. */
export const Rated = (props: ShelfProps) => <RatingSetShelf set={RATED} {...props} />;

/** Titles on the wish list. */
export const Wished = (props: ShelfProps) => <RatingSetShelf set={WISHED} {...props} />;

function RatingSetShelf({ set, ...props }: ShelfProps & { set: RatingSet }) {
  const [sorting, setSorting] = useVisitState<RatingSetSorting>(props.visit, `${set.type}/sorting`, 'recent');
  return (
    <>
      <ShelfTools>
        <Tabs
          focusKey={`library/${set.type}-sorting`}
          label="정렬"
          options={set.sortings}
          selected={sorting}
          onSelect={setSorting}
          isSmall
        />
      </ShelfTools>
      <ShelfBody>
        <RatingSetGrid key={sorting} set={set} sorting={sorting} {...props} />
      </ShelfBody>
    </>
  );
}

const keyOf = ({ item }: RatedItem) => itemKey(item);

function RatingSetGrid(props: ShelfProps & { set: RatingSet; sorting: RatingSetSorting }) {
  const { set, sorting, visit, onOpenItem, onPlay } = props;
  const isRated = set.type === 'rated';
  const api = useApi();
  const playItem = usePlayItem(onPlay, onOpenItem);
  const userId = useSession((session) => session.lastProfile?.profile.id ?? '');
  // The chart needs all scores.
  const pages = usePages({ visit, list: ratingSetList(api, userId, set.type, sorting), keyOf, isWhole: isRated });
  const tiles = useMemo<GridTiles<RatedItem>>(
    () => ({
      keyOf,
      label: set.labelOf,
      draw: (result) => (
        <Tile
          name={result.item.name}
          picture={result.item.images.poster}
          color={result.item.color}
          corner={itemCorner(result.item)}
          caption={set.captionOf(result)}
          isCaptionAlwaysShown={isRated}
        />
      ),
      onPress: ({ item }) => onOpenItem(item.id),
      onPlay: ({ item }) => playItem(item),
    }),
    [set, isRated, onOpenItem, playItem],
  );
  const scores = useMemo(
    () => (isRated ? (pages.data ?? []).flatMap(({ rating }) => (rating === null ? [] : [rating])) : []),
    [isRated, pages.data],
  );
  return (
    <>
      <PagedGrid
        focusKey={`library/${set.type}-${sorting}`}
        pages={pages}
        shape={isRated ? captionedPosterGrid : posterGrid}
        tiles={tiles}
        insetLeft={CONTENT_X}
        height={PAGE_BODY_HEIGHT - TOOLS_HEIGHT}
        empty={set.empty}
      />
      {scores.length > 0 && (
        <div className={styles.scores}>
          <ScoreChart scores={scores} />
        </div>
      )}
    </>
  );
}
