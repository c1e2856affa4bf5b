import type { ProfileCaller } from '../accounts/sessions.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Random } from '../lib/random.ts';
import { keyedMutex } from '../lib/queues.ts';
import type { Limits } from '#server/accounts/limits/limits.ts';
import { holdProfile, holdProfileAlone } from '../profiles/index.ts';
import { listBlocked } from './moderation-store.ts';
import { itemIdOf, reviewIdOf } from './review-ids.ts';
import {
  addToLikes,
  deleteLike,
  deleteReview,
  findReviewOf,
  findScore,
  insertLike,
  listReviews,
  lockItemRatings,
  lockReview,
  upsertReview,
  type ShownReview,
} from './store.ts';

/** Texts per profile in ten minutes, far above honest use. */
const TEXTS = { count: 60, windowSeconds: 600 };

/** Maximum queued likes per review in this process; a review's count changes one like at a time. */
const MAXIMUM_WAITING = 500;

export interface ShortReviews {
  /** The profile's own review. @throws NOT_FOUND, RATING_RESTRICTED */
  find(caller: ProfileCaller, itemId: number): Promise<ShownReview | undefined>;
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  list(
    caller: ProfileCaller,
    query: { itemId: number; sort: 'like' | 'recent'; limit: number; offset: number },
  ): Promise<{ count: number; reviews: ShownReview[] }>;
  /**
   * Writes the profile's review, or deletes it and its likes with an empty text.
   * @throws NOT_FOUND, RATING_RESTRICTED, TOO_MANY_REQUESTS
   */
  write(caller: ProfileCaller, itemId: number, text: string): Promise<ShownReview | undefined>;
  /**
   * Likes or unlikes a review, and returns the count. Idempotent.
   * @throws NOT_FOUND, RATING_RESTRICTED, TOO_MANY_REQUESTS
   */
  setLike(caller: ProfileCaller, reviewId: string, isLiked: boolean): Promise<number>;
}

export function createShortReviews(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  limits: Limits;
  titles: Titles;
}): ShortReviews {
  const { db, transact, clock, random, limits, titles } = options;
  const inTurn = keyedMutex({ maximumWaiting: MAXIMUM_WAITING });

  const keyOf = ({ profile }: ProfileCaller, itemId: number) => ({ profile_id: profile.id, item_id: itemId });
  const findOwn = (caller: ProfileCaller, itemId: number) => findReviewOf(db, keyOf(caller, itemId), caller.profile.id);

  return {
    async find(caller, itemId) {
      await titles.get(caller, itemId);
      return findOwn(caller, itemId);
    },

    async list(caller, query) {
      await titles.get(caller, query.itemId);
      const { account, profile } = caller;
      const blocked = await listBlocked(db, { account_id: account.id, profile_id: profile.id });
      return listReviews(db, query, { profileId: profile.id, blocked });
    },

    async write(caller, itemId, text) {
      await titles.get(caller, itemId);
      await limits.take([{ key: `short-review ${caller.profile.id}`, ...TEXTS }]);
      if (text === '') {
        await deleteReview(db, keyOf(caller, itemId));
        return undefined;
      }
      return transact(async (tx) => {
        // A new name waits for the profile's lock and a new score for that of the title's figures, so that the copies in
        // the review are the newest.
        const { name, default_image_id: imageId } = await holdProfileAlone(tx, caller.profile);
        await lockItemRatings(tx, itemId);
        const key = { ...keyOf(caller, itemId), account_id: caller.account.id };
        const author = { profile_name: name, profile_image_id: imageId, score: await findScore(tx, key) };
        const review = { ...key, ...author, id: reviewIdOf(itemId, random.uuid()), short_review: text };
        return upsertReview(tx, review, clock.now());
      });
    },

    async setLike(caller, reviewId, isLiked) {
      const itemId = itemIdOf(reviewId) ?? fail('NOT_FOUND');
      await titles.get(caller, itemId);
      const key = { item_id: itemId, review_id: reviewId };
      return inTurn(reviewId, () =>
        transact(async (tx) => {
          await holdProfile(tx, caller.profile);
          const review = await lockReview(tx, key);
          const isShown = review && (review.hidden_at === null || review.profile_id === caller.profile.id);
          if (!isShown) fail('NOT_FOUND');
          if (!isLiked) return addToLikes(tx, key, (await deleteLike(tx, key, caller.profile.id)) ? -1 : 0);
          const isAdded = await insertLike(tx, {
            ...key,
            account_id: caller.account.id,
            profile_id: caller.profile.id,
            created_at: clock.now(),
          });
          return addToLikes(tx, key, isAdded ? 1 : 0);
        }),
      );
    },
  };
}
