import type { ProfileCaller } from '../accounts/sessions.ts';
import { ratingsUpTo } from '../catalogue/age-limit.ts';
import type { ItemRow } from '../catalogue/store.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import { holdProfile } from '../profiles/store.ts';
import {
  deleteRating,
  findScore,
  listRatingSet,
  lockFigures,
  setFigures,
  upsertRating,
  type Figures,
  type RatingSetQuery,
  type RatingSetRow,
} from './store.ts';

/** The own score and what all scores come to. */
export interface Rated extends Figures {
  score: number | null;
}

export interface Ratings {
  /** Rates a title, or takes the rating back with null. Both may be repeated. @throws NOT_FOUND, RATING_RESTRICTED */
  rate(caller: ProfileCaller, itemId: number, score: number | null): Promise<Rated>;
  /** @throws NOT_FOUND for any profile but the own one. */
  list(
    caller: ProfileCaller,
    profileId: string,
    query: Pick<RatingSetQuery, 'type' | 'sorting' | 'limit' | 'offset'>,
  ): Promise<{ count: number; results: (RatingSetRow & { item: ItemRow })[] }>;
}

export function createRatings(options: { db: Connection; transact: Transact; clock: Clock; titles: Titles }): Ratings {
  const { db, transact, clock, titles } = options;

  return {
    async rate(caller, itemId, score) {
      await titles.get(caller, itemId);
      const key = { profile_id: caller.profile.id, item_id: itemId };
      return transact(async (tx) => {
        await holdProfile(tx, caller.profile);
        // The sum is moved by the difference, under the title's lock: cheap for any number of ratings, and exact,
        // because halves are not rounded.
        const { cnt_rating: count, sum_rating: sum } = (await lockFigures(tx, itemId)) ?? fail('NOT_FOUND');
        const before = await findScore(tx, key);
        if (score === before) return { score, cnt_rating: count, sum_rating: sum };
        if (score === null) await deleteRating(tx, key);
        else await upsertRating(tx, { ...key, score, updated_at: clock.now() });
        const figures = {
          cnt_rating: count + (score === null ? 0 : 1) - (before === null ? 0 : 1),
          sum_rating: sum + (score ?? 0) - (before ?? 0),
        };
        await setFigures(tx, itemId, figures);
        return { score, ...figures };
      });
    },

    async list(caller, profileId, query) {
      if (profileId.toLowerCase() !== caller.profile.id) fail('NOT_FOUND');
      const { count, rows } = await listRatingSet(db, {
        ...query,
        profileId: caller.profile.id,
        allowed: ratingsUpTo(caller.profile.max_rating),
      });
      const items = await Promise.all(rows.map(({ item_id: id }) => titles.get(caller, id)));
      return { count, results: rows.map((row, index) => ({ ...row, item: items[index]! })) };
    },
  };
}
