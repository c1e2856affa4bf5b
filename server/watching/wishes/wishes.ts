import type { ProfileCaller } from '#server/accounts/sessions.ts';
import type { Titles } from '#server/catalogue/titles.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { holdProfile } from '#server/profiles/index.ts';
import { insertWish, removeWish } from './store.ts';

/** A profile's wish list. Both calls are idempotent. */
export interface Wishes {
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  add(caller: ProfileCaller, itemId: number): Promise<{ is_wished: boolean }>;
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  remove(caller: ProfileCaller, itemId: number): Promise<{ is_wished: boolean }>;
}

const keyOf = ({ account, profile }: ProfileCaller, itemId: number) => ({
  account_id: account.id,
  profile_id: profile.id,
  item_id: itemId,
});

export function createWishes(options: { db: Connection; transact: Transact; clock: Clock; titles: Titles }): Wishes {
  const { db, transact, clock, titles } = options;

  return {
    async add(caller, itemId) {
      await titles.get(caller, itemId);
      await transact(async (tx) => {
        await holdProfile(tx, caller.profile);
        await insertWish(tx, { ...keyOf(caller, itemId), created_at: clock.now() });
      });
      return { is_wished: true };
    },
    async remove(caller, itemId) {
      await titles.get(caller, itemId);
      await removeWish(db, keyOf(caller, itemId));
      return { is_wished: false };
    },
  };
}
