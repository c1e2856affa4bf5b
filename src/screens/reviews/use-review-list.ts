import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ShortReview } from '#contract/reviews.ts';
import { useApi } from '#src/api/api-context.ts';
import { myShortReviewQuery, shortReviewsQuery, type ReviewSort } from '#src/api/reviews.ts';
import { useKeptOrder } from '#src/features/items/use-kept-order.ts';
import type { Place, WallRow } from '#src/focus/index.ts';
import { useSettings } from '#src/stores/stores-context.ts';
import { failedLine, reviewLine } from './review-list-rows.tsx';

/** Lines before the end of what is loaded at which the next page is asked for. */
const AHEAD = 12;

/** Of the setting 큰 글자 (tokens.css). */
const LARGE_LETTERS = 1.3;

const idOf = ({ id }: ShortReview) => id;

/** The viewer's own first, then the others, each once however pages moved between two answers. */
export function inOrder(mine: ShortReview | null, listed: readonly ShortReview[]): readonly ShortReview[] {
  const seen = new Set<string>();
  return [...(mine ? [mine] : []), ...listed].filter(({ id }) => {
    const isNew = !seen.has(id);
    seen.add(id);
    return isNew;
  });
}

/** Makes each line once and again only when its review changed: what did not is not drawn anew. */
function createLines(onPress: (review: ShortReview) => void, letters: number) {
  const known = new WeakMap<ShortReview, { place: number; count: number; line: WallRow }>();
  return (review: ShortReview, place: number, count: number): WallRow => {
    const before = known.get(review);
    if (before?.place === place && before.count === count) return before.line;
    const line = reviewLine({ review, place, count, letters, onPress });
    known.set(review, { place, count, line });
    return line;
  };
}

export interface ReviewListOptions {
  readonly place: Place;
  readonly itemId: number;
  readonly sort: ReviewSort;
  readonly onPress: (review: ShortReview) => void;
}

/** The short reviews of a title as lines of a wall, with more of them as the viewer comes near the end. */
export function useReviewList({ place, itemId, sort, onPress }: ReviewListOptions) {
  const api = useApi();
  const list = useInfiniteQuery(shortReviewsQuery(api, itemId, sort));
  const own = useQuery(myShortReviewQuery(api, itemId));
  const letters = useSettings(({ settings }) => settings.largeText) ? LARGE_LETTERS : 1;
  const [makeLine] = useState(() => createLines(onPress, letters));
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;
  const mine = own.data ?? null;
  const count = data?.pages[data.pages.length - 1]?.count ?? 0;
  const listed = useMemo(() => data?.pages.flatMap(({ results }) => results), [data]);
  // Likes given meanwhile move nothing under the viewer.
  const kept = useKeptOrder(place, `reviews-${sort}`, listed, idOf);

  const rows = useMemo(() => {
    if (!kept) return undefined;
    const reviews = inOrder(mine, kept);
    const lines = reviews.map((review, place) => makeLine(review, place, Math.max(count, reviews.length)));
    return isFetchNextPageError ? [...lines, failedLine(() => void fetchNextPage())] : lines;
  }, [kept, mine, count, makeLine, isFetchNextPageError, fetchNextPage]);

  const reach = (rowKey: string) => {
    if (!rows || !hasNextPage || isFetchingNextPage || isFetchNextPageError) return;
    const near = rows.slice(-AHEAD);
    if (near.some(({ key }) => key === rowKey)) void fetchNextPage();
  };
  return { list, isReady: rows !== undefined && !own.isPending, rows: rows ?? [], count, mine, reach };
}
