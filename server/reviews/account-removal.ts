import type { Connection, Transact } from '../db/open.ts';
import { listLikesOf, listRatingsOf, listReviewsOf, removeOfReview } from './account-removal-store.ts';
import {
  addToLikes,
  deleteLike,
  deleteRating,
  deleteReview,
  findScore,
  lockItemRatings,
  lockReview,
  setItemRatings,
} from './store.ts';

/** Removes a part of an account's opinions, at most `limit`. @returns how many were removed */
export type RemovePart = (accountId: string, limit: number) => Promise<number>;

/**
 * Takes an account's opinions out of what others see, one title or review after the other: each has a transaction of its own,
 * which locks in the order of a viewer's rating or like. Safe to repeat after an interruption at any statement.
 */
export function createAccountRemoval({ db, transact }: { db: Connection; transact: Transact }): {
  removeRatings: RemovePart;
  removeLikes: RemovePart;
  removeReviews: RemovePart;
} {
  return {
    async removeRatings(accountId, limit) {
      const ratings = await listRatingsOf(db, accountId, limit);
      for (const { profile_id, item_id } of ratings)
        await transact(async (tx) => {
          const key = { account_id: accountId, profile_id, item_id };
          const figures = await lockItemRatings(tx, item_id);
          const score = await findScore(tx, key);
          if (score === null) return;
          await deleteRating(tx, key);
          await setItemRatings(
            tx,
            { profile_id, item_id, score: null },
            { cnt_rating: figures.cnt_rating - 1, sum_rating: figures.sum_rating - score },
          );
        });
      return ratings.length;
    },

    async removeLikes(accountId, limit) {
      const likes = await listLikesOf(db, accountId, limit);
      for (const { profile_id: profileId, ...review } of likes)
        await transact(async (tx) => {
          if ((await lockReview(tx, review)) === undefined) return;
          if (await deleteLike(tx, review, profileId)) await addToLikes(tx, review, -1);
        });
      return likes.length;
    },

    async removeReviews(accountId, limit) {
      const reviews = await listReviewsOf(db, accountId, limit);
      for (const review of reviews) {
        for (const table of ['review_likes', 'review_reports'] as const)
          while ((await removeOfReview(db, table, review, limit)) === limit);
        await deleteReview(db, review);
      }
      return reviews.length;
    },
  };
}
