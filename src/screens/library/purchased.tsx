import { useMemo } from 'react';
import { useApi } from '#src/api/client/api-context.ts';
import { purchaseList, type Purchase } from '#src/api/library.ts';
import { usePlayItem } from '#src/features/episodes/use-play-item.ts';
import { PagedGrid } from '#src/features/items/paged-grid.tsx';
import { usePages } from '#src/features/items/use-pages.ts';
import { lockLabel } from '#src/lib/title-labels.ts';
import { restOfName } from './rest-of-name.ts';
import { remainingUntil, useRemainingLabel } from '#src/lib/use-remaining-label.ts';
import { useClock } from '#src/stores/clock-context.ts';

import { wideGrid, type GridTiles } from '#src/ui/list/grid.tsx';
import { CONTENT_X, PAGE_BODY_HEIGHT } from '#src/ui/page/page.tsx';
import { LOCK_BADGE } from '#src/ui/tile/lock-badge.tsx';
import { Tile } from '#src/ui/tile/tile.tsx';
import type { ShelfProps } from './rating-set.tsx';

const keyOf = ({ id }: Purchase) => `purchase:${id}`;

/** The account's valid purchases and rentals; those that expire first come first. */
export function Purchased({ visit, onOpenItem, onPlay }: ShelfProps) {
  const api = useApi();
  const clock = useClock();
  const playItem = usePlayItem(onPlay, onOpenItem);
  const pages = usePages({ visit, list: purchaseList(api), keyOf });
  const tiles = useMemo<GridTiles<Purchase>>(
    () => ({
      keyOf,
      label: ({ item, name, expires_at: end }) =>
        [
          item.name,
          nameBeside(item.name, name, end),
          end === null ? '소장' : `대여, ${remainingUntil(end, clock.instant())}`,
          lockLabel(item),
        ]
          .filter(Boolean)
          .join(', '),
      draw: ({ item, name, expires_at: end }) => (
        <Tile
          name={item.name}
          caption={<Caption rest={nameBeside(item.name, name, end)} expiresAt={end} />}
          picture={item.images.wide}
          color={item.color}
          badge={item.needs_identity && LOCK_BADGE}
          isCaptionAlwaysShown
        />
      ),
      onPress: ({ item }) => onOpenItem(item.id),
      onPlay: ({ item, episode_id: episodeId }) => (episodeId === null ? playItem(item) : onPlay(episodeId)),
    }),
    [clock, onOpenItem, onPlay, playItem],
  );
  return (
    <PagedGrid
      focusKey="library/purchased"
      pages={pages}
      shape={wideGrid}
      tiles={tiles}
      insetLeft={CONTENT_X}
      height={PAGE_BODY_HEIGHT}
      empty={{ title: '구매하거나 대여한 작품이 없어요', text: '빌리거나 산 작품은 여기서 찾을 수 있어요.' }}
    />
  );
}

/** What a product's name adds to its title and to 소장: `"3화 48시간 대여"`. Empty if nothing. */
const nameBeside = (title: string, product: string, end: string | null): string =>
  restOfName(end === null ? '소장' : '', restOfName(title, product));

function Caption({ rest, expiresAt }: { rest: string; expiresAt: string | null }) {
  return (
    <>
      {expiresAt === null ? '소장' : <Remaining expiresAt={expiresAt} />}
      {rest && ` · ${rest}`}
    </>
  );
}

const Remaining = ({ expiresAt }: { expiresAt: string }) => useRemainingLabel(useClock(), expiresAt);
