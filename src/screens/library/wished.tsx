import { useMemo } from 'react';
import type { RatedItem } from '#contract/reviews.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { ratingSetList } from '#src/api/library.ts';
import { usePlayItem } from '#src/features/episodes/use-play-item.ts';
import { itemCorner } from '#src/features/items/item-corner.tsx';
import { itemKey, itemLabel } from '#src/features/items/item-tiles.tsx';
import { PagedGrid } from '#src/features/items/paged-grid.tsx';
import { usePages } from '#src/features/items/use-pages.ts';
import { useVisitState, type VisitMemory } from '#src/focus/index.ts';
import { useSession } from '#src/stores/stores-context.ts';
import { posterGrid, type GridTiles } from '#src/ui/list/grid.tsx';
import { CONTENT_X, PAGE_BODY_HEIGHT } from '#src/ui/page/page.tsx';
import { Tabs } from '#src/ui/page/tabs.tsx';
import { Tile } from '#src/ui/tile/tile.tsx';
import { ShelfBody, ShelfTools, TOOLS_HEIGHT } from './shelf-tools.tsx';

export interface ShelfProps {
  readonly visit: VisitMemory;
  readonly onOpenItem: (itemId: number) => void;
  readonly onPlay: (episodeId: number) => void;
}

const SORTINGS = [
  { id: 'recent', label: '최근에 담은 순' },
  { id: 'name', label: '이름순' },
] as const;

/** Titles on the wish list. */
export function Wished({ visit, onOpenItem, onPlay }: ShelfProps) {
  const [sorting, setSorting] = useVisitState<'recent' | 'name'>(visit, 'wished/sorting', 'recent');
  return (
    <>
      <ShelfTools>
        <Tabs
          focusKey="library/wished-sorting"
          label="정렬"
          options={SORTINGS}
          selected={sorting}
          onSelect={setSorting}
          isSmall
        />
      </ShelfTools>
      <ShelfBody>
        <WishedGrid key={sorting} sorting={sorting} visit={visit} onOpenItem={onOpenItem} onPlay={onPlay} />
      </ShelfBody>
    </>
  );
}

const keyOf = ({ item }: RatedItem) => itemKey(item);

function WishedGrid({ sorting, visit, onOpenItem, onPlay }: ShelfProps & { sorting: 'recent' | 'name' }) {
  const api = useApi();
  const playItem = usePlayItem(onPlay, onOpenItem);
  const userId = useSession((session) => session.lastProfile?.profile.id ?? '');
  const pages = usePages({ visit, list: ratingSetList(api, userId, 'wished', sorting), keyOf });
  const tiles = useMemo<GridTiles<RatedItem>>(
    () => ({
      keyOf,
      label: ({ item }) => itemLabel(item),
      draw: ({ item }) => (
        <Tile
          name={item.name}
          picture={item.images.poster}
          color={item.color}
          corner={itemCorner(item)}
          caption={item.genres.join(' · ')}
        />
      ),
      onPress: ({ item }) => onOpenItem(item.id),
      onPlay: ({ item }) => playItem(item),
    }),
    [onOpenItem, playItem],
  );
  return (
    <PagedGrid
      focusKey={`library/wished-${sorting}`}
      pages={pages}
      shape={posterGrid}
      tiles={tiles}
      insetLeft={CONTENT_X}
      height={PAGE_BODY_HEIGHT - TOOLS_HEIGHT}
      empty={{ title: '아직 담은 작품이 없어요', text: '작품 화면에서 ‘보고 싶어요’를 누르면 여기에 모여요.' }}
    />
  );
}
