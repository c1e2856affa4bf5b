import { getModeratedReview, judgeReview, listModeratedReviews } from '#contract/console/reviews.ts';
import type { RecordChange } from '../audit/record.ts';
import type { MountConsole } from '../http/mount-console.ts';
import type { ReviewOperations } from './review-operations.ts';

/** Moderation, for operators in a browser. */
export function mountModeration(
  mount: MountConsole,
  { reviewsAs }: { reviewsAs(record: RecordChange): ReviewOperations },
): void {
  mount(listModeratedReviews, ({ query: { state, reason, item_id: itemId, limit, offset }, record }) =>
    reviewsAs(record).page({ state, reason, itemId }, { limit, offset }),
  );
  mount(getModeratedReview, ({ params, record }) => reviewsAs(record).show(params.id));
  mount(judgeReview, async ({ params, body: { action, version, reported_at: reportedAt }, record }) => {
    const reviews = reviewsAs(record);
    const seen = { version, reportedAt: reportedAt === null ? null : new Date(reportedAt) };
    await (action === 'hide' ? reviews.hide(params.id, seen) : reviews.restore(params.id, seen));
    return reviews.show(params.id);
  });
}
