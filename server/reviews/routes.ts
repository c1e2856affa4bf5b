import { getModeratedReview, judgeReview, listModeratedReviews } from '#contract/console/reviews.ts';
import {
  blockProfile,
  getMyShortReview,
  likeShortReview,
  listRatingSet,
  listShortReviews,
  rateItem,
  reportShortReview,
  unblockProfile,
  unlikeShortReview,
  unrateItem,
  writeShortReview,
} from '#contract/reviews.ts';
import type { AddPosters } from '#server/catalogue/editing/title-posters.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Presenter } from '../catalogue/present-for-caller.ts';
import type { Mount } from '../http/mount.ts';
import type { MountConsole } from '../http/mount-console.ts';
import type { ArtUrl } from '../profiles/present.ts';
import type { Moderation } from './moderation.ts';
import { presentRating, presentShortReview } from './present.ts';
import type { Ratings } from './ratings.ts';
import type { ReviewOperations } from './review-operations.ts';
import type { ShortReviews } from './short-reviews.ts';

export function mountReviews(
  mount: Mount,
  options: { ratings: Ratings; shortReviews: ShortReviews; moderation: Moderation; present: Presenter; artUrl: ArtUrl },
): void {
  const { ratings, shortReviews, moderation, present, artUrl } = options;

  mount(rateItem, async ({ caller, params, body }) => presentRating(await ratings.rate(caller, params.id, body.score)));
  mount(unrateItem, async ({ caller, params }) => presentRating(await ratings.rate(caller, params.id, null)));
  mount(listRatingSet, async ({ caller, params, query }) => {
    const { count, results } = await ratings.list(caller, params.userId, { type: params.type, ...query });
    const summaryOf = present.itemSummary(caller);
    return {
      count,
      results: results.map(({ item, score, updated_at: updatedAt }) => ({
        item: summaryOf(item),
        rating: score,
        updated_at: updatedAt.toISOString(),
      })),
    };
  });

  mount(getMyShortReview, async ({ caller, params }) => {
    const review = await shortReviews.find(caller, params.id);
    return review && presentShortReview(review, caller.profile.id, artUrl);
  });
  mount(listShortReviews, async ({ caller, params, query }) => {
    const { count, reviews } = await shortReviews.list(caller, { itemId: params.itemId, ...query });
    return { count, results: reviews.map((review) => presentShortReview(review, caller.profile.id, artUrl)) };
  });
  mount(writeShortReview, async ({ caller, params, body }) => {
    const review = await shortReviews.write(caller, params.id, body.short_review);
    return review && presentShortReview(review, caller.profile.id, artUrl);
  });
  mount(likeShortReview, async ({ caller, params }) => ({
    status: true as const,
    id: params.id,
    cnt: await shortReviews.setLike(caller, params.id, true),
  }));
  mount(unlikeShortReview, async ({ caller, params }) => ({
    status: true as const,
    id: params.id,
    cnt: await shortReviews.setLike(caller, params.id, false),
  }));
  mount(reportShortReview, async ({ caller, params, body }) => {
    await moderation.report(caller, params.id, body.reason);
    return undefined;
  });
  mount(blockProfile, async ({ caller, params }) => {
    await moderation.setBlocked(caller, params.id, true);
    return undefined;
  });
  mount(unblockProfile, async ({ caller, params }) => {
    await moderation.setBlocked(caller, params.id, false);
    return undefined;
  });
}

/** Moderation, for operators in a browser. */
export function mountModeration(
  mount: MountConsole,
  { reviewsAs, addPosters }: { reviewsAs(record: RecordChange): ReviewOperations; addPosters: AddPosters },
): void {
  mount(listModeratedReviews, async ({ query: { state, reason, item_id: itemId, limit, offset }, record }) => {
    const page = await reviewsAs(record).page({ state, reason, itemId }, { limit, offset });
    return addPosters(page, ({ title }) => title.id);
  });
  mount(getModeratedReview, ({ params, record }) => reviewsAs(record).show(params.id));
  mount(judgeReview, async ({ params, body: { action, version, reported_at: reportedAt }, record }) => {
    const reviews = reviewsAs(record);
    const seen = { version, reportedAt: reportedAt === null ? null : new Date(reportedAt) };
    await (action === 'hide' ? reviews.hide(params.id, seen) : reviews.restore(params.id, seen));
    return reviews.show(params.id);
  });
}
