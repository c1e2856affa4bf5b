import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ShortReview } from '#contract/reviews.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { myShortReviewQuery, shortReviewsQuery, type ReviewSort } from '#src/api/reviews.ts';
import { useStableOrder } from '#src/features/items/use-stable-order.ts';
import type { VisitMemory, WallRow } from '#src/focus/index.ts';
import { letterScales } from '#src/lib/letters.ts';
import { useSettings } from '#src/stores/stores-context.ts';
import { failedLine, reviewLine, type ReviewLineOptions } from './review-list-rows.tsx';

/** Prefetch the next page this many rows before the end of the loaded ones. */
const AHEAD = 12;

const idOf = ({ id }: ShortReview) => id;

/** The viewer's own review first, then the others, without duplicates: reviews may move between pages. */
export function inOrder(mine: ShortReview | null, listed: readonly ShortReview[]): readonly ShortReview[] {
  const seen = new Set<string>();
  return [...(mine ? [mine] : []), ...listed].filter(({ id }) => {
    const isNew = !seen.has(id);
    seen.add(id);
    return isNew;
  });
}

/** Caches the row of each review, so that unchanged rows do not render again. */
function createLines(same: Pick<ReviewLineOptions, 'letters' | 'isSingle' | 'onPress' | 'onMenu'>) {
  const known = new WeakMap<ShortReview, { index: number; count: number; line: WallRow }>();
  return (review: ShortReview, index: number, count: number): WallRow => {
    const before = known.get(review);
    if (before?.index === index && before.count === count) return before.line;
    const line = reviewLine({ ...same, review, index, count });
    known.set(review, { index, count, line });
    return line;
  };
}

export interface ReviewListOptions {
  readonly visit: VisitMemory;
  readonly itemId: number;
  readonly sort: ReviewSort;
  readonly onPress: (review: ShortReview) => void;
  readonly onMenu: (review: ShortReview) => void;
}

/** The short reviews of a title as rows of a wall; loads the next page when the viewer comes near the end. */
export function useReviewList({ visit, itemId, sort, onPress, onMenu }: ReviewListOptions) {
  const api = useApi();
  const list = useInfiniteQuery(shortReviewsQuery(api, itemId, sort));
  const own = useQuery(myShortReviewQuery(api, itemId));
  const letters = useSettings(({ settings }) => letterScales[settings.letters]);
  const isSingle = useSettings(({ settings }) => settings.singlePresses);
  const [makeLine] = useState(() => createLines({ letters, isSingle, onPress, onMenu }));
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const mine = own.data ?? null;
  const count = data?.pages[data.pages.length - 1]?.count ?? 0;
  const listed = useMemo(() => data?.pages.flatMap(({ results }) => results), [data]);
  // New likes must not reorder the list under the viewer.
  const ordered = useStableOrder(visit, `reviews-${sort}`, listed, idOf);

  const rows = useMemo(() => {
    if (!ordered) return undefined;
    const reviews = inOrder(mine, ordered);
    const lines = reviews.map((review, index) => makeLine(review, index, Math.max(count, reviews.length)));
    return isFetchNextPageError ? [...lines, failedLine(() => void fetchNextPage())] : lines;
  }, [ordered, mine, count, makeLine, isFetchNextPageError, fetchNextPage]);

  const reach = (rowKey: string) => {
    if (!rows || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return;
    const near = rows.slice(-AHEAD);
    if (near.some(({ key }) => key === rowKey)) void fetchNextPage();
  };
  return { list, isReady: rows !== undefined && !own.isPending, rows: rows ?? [], count, mine, reach };
}
