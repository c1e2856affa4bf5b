import type { Connection } from '../db/open.ts';
import type { ProfileRow } from '../db/tables.ts';
import {
  deleteMarks,
  deleteReport,
  listOpinions,
  listRatingsBy,
  subtractRatings,
  type OpinionKey,
} from './profile-removal-store.ts';
import { addToLikes, deleteLike, deleteReview, lockReview } from './store.ts';

/** Ratings per statement. */
const RATINGS_AT_ONCE = 500;

const byKey = (one: OpinionKey, other: OpinionKey): number =>
  one.item_id - other.item_id || (one.review_id < other.review_id ? -1 : 1);

/**
 * Deletes a profile's reviews, ratings and likes, and subtracts them from the sums that others see. Locks titles, then
 * liked and own reviews together, in the order of their ids, to prevent deadlocks between two removals. Reviews go one by
 * one, because a cluster locks rows on one shard only; sums change without a lock beforehand, many at once, because others
 * who rate these titles wait until the end. Two removals that deadlock there are tried again.
 */
export async function takeBackOpinions(tx: Connection, profile: Pick<ProfileRow, 'account_id' | 'id'>): Promise<void> {
  const ratings = await listRatingsBy(tx, profile);
  for (let from = 0; from < ratings.length; from += RATINGS_AT_ONCE)
    await subtractRatings(tx, ratings.slice(from, from + RATINGS_AT_ONCE));
  await deleteMarks(tx, profile);

  const liked = await listOpinions(tx, 'review_likes', profile);
  const own = await listOpinions(tx, 'short_reviews', profile);
  const steps = [
    ...liked.map((key) => ({ ...key, isOwn: false })),
    // Reviews are stored with their title, so that no foreign key deletes them with the profile.
    ...own.map((key) => ({ ...key, isOwn: true })),
  ].sort(byKey);
  for (const { isOwn, ...key } of steps) {
    if ((await lockReview(tx, key)) === undefined) continue;
    if (isOwn) await deleteReview(tx, { item_id: key.item_id, profile_id: profile.id });
    else if (await deleteLike(tx, key, profile.id)) await addToLikes(tx, key, -1);
  }
  const reports = await listOpinions(tx, 'review_reports', profile);
  for (const report of reports.sort(byKey)) await deleteReport(tx, report, profile.id);
}
