import type { ProfileCaller } from '#server/accounts/sessions.ts';
import type { Page, PageOfItems } from '#server/catalogue/lists/list-query.ts';
import type { Catalogue } from '#server/catalogue/snapshot.ts';
import type { Titles } from '#server/catalogue/titles.ts';
import { isRatingAllowed } from '#server/lib/age-limit.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { holdProfile } from '#server/profiles/index.ts';
import type { FindHidden } from './find-hidden.ts';
import { deleteHidden, insertHidden, trimHidden } from './store.ts';

/** Lists read all hidden titles of a profile. The one that was hidden first returns. */
const MOST_HIDDEN = 2_000;

/** Titles that a profile wants to see in no row. `hide` and `show` are idempotent. */
export interface HiddenTitles {
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  hide(caller: ProfileCaller, itemId: number): Promise<{ is_hidden: boolean }>;
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  show(caller: ProfileCaller, itemId: number): Promise<{ is_hidden: boolean }>;
  /** The last hidden one first; omits titles that left the catalogue or are above the age limit. */
  list(caller: ProfileCaller, page: Page): Promise<PageOfItems>;
}

export function createHiddenTitles(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  catalogue: Catalogue;
  titles: Titles;
  findHidden: FindHidden;
}): HiddenTitles {
  const { db, transact, clock, catalogue, titles, findHidden } = options;
  const keyOf = ({ account, profile }: ProfileCaller, itemId: number) => ({
    account_id: account.id,
    profile_id: profile.id,
    item_id: itemId,
  });

  return {
    async hide(caller, itemId) {
      await titles.get(caller, itemId);
      await transact(async (tx) => {
        await holdProfile(tx, caller.profile);
        await insertHidden(tx, { ...keyOf(caller, itemId), hidden_at: clock.now() });
        await trimHidden(tx, { accountId: caller.account.id, profileId: caller.profile.id }, MOST_HIDDEN);
      });
      return { is_hidden: true };
    },

    async show(caller, itemId) {
      await titles.get(caller, itemId);
      await deleteHidden(db, keyOf(caller, itemId));
      return { is_hidden: false };
    },

    async list(caller, { limit, offset }) {
      const [snapshot, hidden] = await Promise.all([catalogue.current(caller), findHidden(caller)]);
      const items = (await snapshot.briefs([...hidden])).filter(({ content_rating: rating }) =>
        isRatingAllowed(rating, caller.profile.max_rating),
      );
      return { count: items.length, items: await titles.withRatings(items.slice(offset, offset + limit)) };
    },
  };
}
