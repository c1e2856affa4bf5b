import type { ProfileCaller } from '../accounts/sessions.ts';
import { compareNames } from '../catalogue/index.ts';
import { isRatingAllowed } from '../lib/age-limit.ts';
import type { Catalogue } from '../catalogue/snapshot.ts';
import type { ItemRow } from '../catalogue/store.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import { keyedMutex } from '../lib/queues.ts';
import { holdProfile } from '../profiles/index.ts';
import {
  deleteRating,
  findScore,
  listRatingSet,
  lockItemRatings,
  setItemRatings,
  upsertRating,
  type ItemRatings,
  type RatingSetRow,
} from './store.ts';

/** Maximum queued ratings per title in this process; a title's sum changes one rating at a time. */
const MAXIMUM_WAITING = 500;

export interface RatingSetQuery {
  type: 'rated' | 'wished';
  sorting: 'recent' | 'score' | 'name';
  limit: number;
  offset: number;
}

/** The profile's own score and the sums of all scores. */
export interface Rated extends ItemRatings {
  score: number | null;
}

export interface Ratings {
  /**
   * Rates a title, or removes the rating with null. Idempotent.
   * @throws NOT_FOUND, RATING_RESTRICTED, TOO_MANY_REQUESTS
   */
  rate(caller: ProfileCaller, itemId: number, score: number | null): Promise<Rated>;
  /** @throws NOT_FOUND for any profile but the caller's own. */
  list(
    caller: ProfileCaller,
    profileId: string,
    query: RatingSetQuery,
  ): Promise<{ count: number; results: (RatingSetRow & { item: ItemRow })[] }>;
}

export function createRatings(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  catalogue: Catalogue;
  titles: Titles;
}): Ratings {
  const { db, transact, clock, catalogue, titles } = options;
  const inTurn = keyedMutex({ maximumWaiting: MAXIMUM_WAITING });

  const change = (caller: ProfileCaller, itemId: number, score: number | null): Promise<Rated> =>
    inTurn(itemId, () =>
      transact(async (tx) => {
        const key = { account_id: caller.account.id, profile_id: caller.profile.id, item_id: itemId };
        await holdProfile(tx, caller.profile);
        // Adds the difference to the sum, under the lock of the title's figures: cheap for any number of ratings, and
        // exact, because scores are multiples of one half.
        const { cnt_rating: count, sum_rating: sum } = await lockItemRatings(tx, itemId);
        const before = await findScore(tx, key);
        if (score === before) return { score, cnt_rating: count, sum_rating: sum };
        if (score === null) await deleteRating(tx, key);
        else await upsertRating(tx, { ...key, score, updated_at: clock.now() });
        const figures = {
          cnt_rating: count + (score === null ? 0 : 1) - (before === null ? 0 : 1),
          sum_rating: sum + (score ?? 0) - (before ?? 0),
        };
        await setItemRatings(tx, { ...key, score }, figures);
        return { score, ...figures };
      }),
    );

  return {
    async rate(caller, itemId, score) {
      await titles.get(caller, itemId);
      return change(caller, itemId, score);
    },

    async list(caller, profileId, query) {
      if (profileId.toLowerCase() !== caller.profile.id) fail('NOT_FOUND');
      const { account, profile } = caller;
      const snapshot = await catalogue.current(caller);
      const order = query.sorting === 'score' ? 'score' : 'recent';
      const own = { accountId: account.id, profileId: profile.id, type: query.type, order } as const;
      const all = await listRatingSet(db, own);
      const known = new Map((await snapshot.items(all.map(({ item_id: id }) => id))).map((item) => [item.id, item]));
      const rows = all.filter((row) => {
        const item = known.get(row.item_id);
        return item !== undefined && isRatingAllowed(item.content_rating, profile.max_rating);
      });
      // Sorted in the catalogue's order of names, like every other list: the database's collation sorts Korean
      // differently.
      if (query.sorting === 'name')
        rows.sort((one, other) => compareNames(known.get(one.item_id)!, known.get(other.item_id)!));
      const page = rows.slice(query.offset, query.offset + query.limit);
      const items = await titles.withRatings(page.map(({ item_id: id }) => known.get(id)!));
      return { count: rows.length, results: page.map((row, index) => ({ ...row, item: items[index]! })) };
    },
  };
}
