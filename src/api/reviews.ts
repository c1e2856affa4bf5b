import { infiniteQueryOptions, queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import type { Item } from '#contract/catalogue.ts';
import {
  blockProfile,
  getMyShortReview,
  likeShortReview,
  listShortReviews,
  rateItem,
  reportShortReview,
  unblockProfile,
  unlikeShortReview,
  unrateItem,
  writeShortReview,
  type ReportReason,
  type ShortReview,
} from '#contract/reviews.ts';
import { itemQuery } from './catalogue.ts';
import type { Client } from './client/client.ts';
import { createWrites } from './client/settle.ts';
import { forViewer } from './client/viewer-cache.ts';

/** Page size; a shorter page is the last (service.md, section 5). */
export const REVIEWS_PAGE = 20;

export type ReviewSort = 'like' | 'recent';

export interface ReviewPage {
  readonly count: number;
  readonly results: ShortReview[];
}

const reviewsKey = (itemId: number) => ['items', itemId, 'reviews'] as const;

/** All loaded pages form one answer and are revalidated together. The next offset is the number of loaded reviews. */
export const shortReviewsQuery = (api: Client, itemId: number, sort: ReviewSort) =>
  infiniteQueryOptions({
    queryKey: [...reviewsKey(itemId), 'list', sort],
    queryFn: ({ pageParam, signal }): Promise<ReviewPage> =>
      api.call(
        listShortReviews,
        { params: { itemId: String(itemId) }, query: { sort, limit: String(REVIEWS_PAGE), offset: String(pageParam) } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last: ReviewPage, pages: ReviewPage[]) =>
      last.results.length < REVIEWS_PAGE ? undefined : pages.reduce((sum, { results }) => sum + results.length, 0),
  });

/** The viewer's own short review, or null. */
export const myShortReviewQuery = (api: Client, itemId: number) =>
  queryOptions({
    queryKey: [...reviewsKey(itemId), 'mine'],
    queryFn: async ({ signal }) =>
      (await api.call(getMyShortReview, { params: { id: String(itemId) } }, { signal })) ?? null,
  });

/** Saves the viewer's short review, or deletes it with an empty text. @throws ApiError */
export async function saveShortReview(api: Client, queryClient: QueryClient, itemId: number, text: string) {
  const params = { id: String(itemId) };
  const body = { short_review: text.trim() };
  const saved = (await forViewer(queryClient, api.call(writeShortReview, { params, body }))) ?? null;
  queryClient.setQueryData(myShortReviewQuery(api, itemId).queryKey, saved);
  void queryClient.invalidateQueries({ queryKey: [...reviewsKey(itemId), 'list'] });
  return saved;
}

/** Reports another profile's review to the operator. @throws ApiError */
export const reportReview = (api: Client, queryClient: QueryClient, id: string, reason: ReportReason) =>
  forViewer(queryClient, api.call(reportShortReview, { params: { id }, body: { reason } }));

/** Hides another profile's reviews from this one, or shows them again. @throws ApiError */
export async function setBlocked(api: Client, queryClient: QueryClient, profileId: string, isBlocked: boolean) {
  await forViewer(queryClient, api.call(isBlocked ? blockProfile : unblockProfile, { params: { id: profileId } }));
  const isOfReviews = ([items, , reviews]: readonly unknown[]) => items === 'items' && reviews === 'reviews';
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isOfReviews(queryKey) });
}

type Like = Pick<ShortReview, 'i_like' | 'cnt_like'>;
const settleLike = createWrites<Like>();

function changeReviews(queryClient: QueryClient, { id, item_id }: ShortReview, change: Partial<ShortReview>) {
  const changed = (review: ShortReview) => (review.id === id ? { ...review, ...change } : review);
  queryClient.setQueriesData<InfiniteData<ReviewPage>>({ queryKey: [...reviewsKey(item_id), 'list'] }, (known) =>
    known
      ? { ...known, pages: known.pages.map((page) => ({ ...page, results: page.results.map(changed) })) }
      : undefined,
  );
  queryClient.setQueryData<ShortReview | null>([...reviewsKey(item_id), 'mine'], (mine) =>
    mine ? changed(mine) : mine,
  );
}

/** Toggles a like: count and flag change at once, and are rolled back when the server refuses. */
export function toggleLike(
  api: Client,
  queryClient: QueryClient,
  review: ShortReview,
  onFailure: (error: unknown) => void,
): void {
  const settler = settleLike(api, queryClient, review.id, review, {
    async send(own, { i_like }) {
      const { cnt } = await own.call(i_like ? likeShortReview : unlikeShortReview, { params: { id: review.id } });
      return { i_like, cnt_like: cnt };
    },
    isSame: (one, other) => one.i_like === other.i_like,
    show: ({ i_like, cnt_like }) => changeReviews(queryClient, review, { i_like, cnt_like }),
    onFailure,
  });
  const { i_like, cnt_like } = settler.wanted();
  settler.want({ i_like: !i_like, cnt_like: Math.max(0, cnt_like + (i_like ? -1 : 1)) });
}

type Rated = Pick<Item, 'avg_rating' | 'cnt_rating'> & { readonly rating: number | null };
const settleRating = createWrites<Rated>();

/** Rates a title, or removes the rating with null: shown at once, rolled back when the server refuses. */
export function setRating(
  api: Client,
  queryClient: QueryClient,
  item: Item,
  rating: number | null,
  onFailure: (error: unknown) => void,
): void {
  const params = { id: String(item.id) };
  const settler = settleRating(
    api,
    queryClient,
    String(item.id),
    { rating: item.my.rating, avg_rating: item.avg_rating, cnt_rating: item.cnt_rating },
    {
      send: (own, { rating: score }) =>
        score === null ? own.call(unrateItem, { params }) : own.call(rateItem, { params, body: { score } }),
      isSame: (one, other) => one.rating === other.rating,
      show({ rating: score, avg_rating, cnt_rating }) {
        queryClient.setQueryData(itemQuery(api, item.id).queryKey, (known) =>
          known ? { ...known, avg_rating, cnt_rating, my: { ...known.my, rating: score } } : known,
        );
        queryClient.setQueryData(
          myShortReviewQuery(api, item.id).queryKey,
          (mine) => mine && { ...mine, rating: score },
        );
      },
      onFailure,
    },
  );
  settler.want({ ...settler.wanted(), rating });
}
