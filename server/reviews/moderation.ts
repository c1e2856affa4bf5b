import type { ReportReason } from '#contract/reviews.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Limits } from '#server/accounts/limits/limits.ts';
import { holdProfile } from '../profiles/index.ts';
import { deleteBlock, insertBlock, insertReport } from './moderation-store.ts';
import { itemIdOf } from './review-ids.ts';
import { lockReview } from './store.ts';

/** Reports and blocks per profile in an hour, far above honest use. */
const REPORTS = { count: 30, windowSeconds: 3600 };
const BLOCKS = { count: 60, windowSeconds: 3600 };

export interface Moderation {
  /**
   * Reports another profile's review to the operator. Idempotent: the first reason counts.
   * @throws NOT_FOUND, also for one's own review; RATING_RESTRICTED, TOO_MANY_REQUESTS
   */
  report(caller: ProfileCaller, reviewId: string, reason: ReportReason): Promise<void>;
  /**
   * Hides another profile's reviews from this profile, or shows them again. Idempotent. Does not look the other profile
   * up: it is stored with its own account.
   * @throws NOT_FOUND for one's own profile; TOO_MANY_REQUESTS
   */
  setBlocked(caller: ProfileCaller, profileId: string, isBlocked: boolean): Promise<void>;
}

export function createModeration(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  limits: Limits;
  titles: Titles;
}): Moderation {
  const { db, transact, clock, limits, titles } = options;
  return {
    async report(caller, reviewId, reason) {
      const itemId = itemIdOf(reviewId) ?? fail('NOT_FOUND');
      await titles.get(caller, itemId);
      await limits.take([{ key: `review-report ${caller.profile.id}`, ...REPORTS }]);
      await transact(async (tx) => {
        await holdProfile(tx, caller.profile);
        const review = await lockReview(tx, { item_id: itemId, review_id: reviewId });
        if (!review || review.profile_id === caller.profile.id || review.hidden_at !== null) fail('NOT_FOUND');
        await insertReport(tx, {
          item_id: itemId,
          review_id: reviewId,
          account_id: caller.account.id,
          profile_id: caller.profile.id,
          reason,
          created_at: clock.now(),
        });
      });
    },

    async setBlocked({ account, profile }, profileId, isBlocked) {
      const blocked = profileId.toLowerCase();
      if (blocked === profile.id) fail('NOT_FOUND');
      const block = { account_id: account.id, profile_id: profile.id, blocked_profile_id: blocked };
      if (!isBlocked) return deleteBlock(db, block);
      await limits.take([{ key: `profile-block ${profile.id}`, ...BLOCKS }]);
      await transact(async (tx) => {
        await holdProfile(tx, profile);
        await insertBlock(tx, { ...block, blocked_at: clock.now() });
      });
    },
  };
}
