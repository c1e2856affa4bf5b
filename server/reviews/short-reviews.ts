import type { ProfileCaller } from '../accounts/sessions.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Random } from '../lib/random.ts';
import { createTurns } from '../lib/turns.ts';
import type { Limits } from '../limits/limits.ts';
import { holdProfile } from '../profiles/store.ts';
import {
  addToLikes,
  deleteLike,
  deleteReview,
  findReview,
  findReviewOf,
  insertLike,
  listReviews,
  lockReview,
  upsertReview,
  type ShownReview,
} from './store.ts';

/** Texts that a profile may write in ten minutes: nobody who means them comes near. */
const TEXTS = { count: 60, withinSeconds: 600 };

/** Likes of one review that wait in this process; its count changes one like after the other. */
const MAXIMUM_WAITING = 500;

export interface ShortReviews {
  /** The own one. @throws NOT_FOUND, RATING_RESTRICTED */
  find(caller: ProfileCaller, itemId: number): Promise<ShownReview | undefined>;
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  list(
    caller: ProfileCaller,
    query: { itemId: number; sort: 'like' | 'recent'; limit: number; offset: number },
  ): Promise<{ count: number; reviews: ShownReview[] }>;
  /**
   * Writes the own review, or takes it away with an empty text, and the likes it has with it.
   * @throws NOT_FOUND, RATING_RESTRICTED, TOO_MANY_REQUESTS
   */
  write(caller: ProfileCaller, itemId: number, text: string): Promise<ShownReview | undefined>;
  /**
   * Likes, or likes no more, and answers the count. Both may be repeated.
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
  const inTurn = createTurns({ maximumWaiting: MAXIMUM_WAITING });

  const keyOf = ({ profile }: ProfileCaller, itemId: number) => ({ profile_id: profile.id, item_id: itemId });
  const findOwn = (caller: ProfileCaller, itemId: number) => findReviewOf(db, keyOf(caller, itemId), caller.profile.id);

  return {
    async find(caller, itemId) {
      await titles.get(caller, itemId);
      return findOwn(caller, itemId);
    },

    async list(caller, query) {
      await titles.get(caller, query.itemId);
      return listReviews(db, query, caller.profile.id);
    },

    async write(caller, itemId, text) {
      await titles.get(caller, itemId);
      await limits.take([{ key: `short-review ${caller.profile.id}`, ...TEXTS }]);
      if (text === '') {
        await deleteReview(db, keyOf(caller, itemId));
        return undefined;
      }
      await transact(async (tx) => {
        await holdProfile(tx, caller.profile);
        await upsertReview(tx, {
          ...keyOf(caller, itemId),
          id: random.uuid(),
          account_id: caller.account.id,
          text,
          now: clock.now(),
        });
      });
      return findOwn(caller, itemId);
    },

    async setLike(caller, reviewId, isLiked) {
      const review = (await findReview(db, reviewId)) ?? fail('NOT_FOUND');
      await titles.get(caller, review.item_id);
      return inTurn(reviewId, () =>
        transact(async (tx) => {
          await holdProfile(tx, caller.profile);
          if (!(await lockReview(tx, reviewId))) fail('NOT_FOUND');
          if (!isLiked) return addToLikes(tx, reviewId, (await deleteLike(tx, reviewId, caller.profile.id)) ? -1 : 0);
          const isAdded = await insertLike(tx, {
            review_id: reviewId,
            account_id: caller.account.id,
            profile_id: caller.profile.id,
            created_at: clock.now(),
          });
          return addToLikes(tx, reviewId, isAdded ? 1 : 0);
        }),
      );
    },
  };
}
