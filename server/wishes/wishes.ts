import type { ProfileCaller } from '../accounts/sessions.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { holdProfile } from '../profiles/store.ts';
import { insertWish, removeWish } from './store.ts';

/** Titles that a profile keeps for later. Both may be repeated. */
export interface Wishes {
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  add(caller: ProfileCaller, itemId: number): Promise<{ is_wished: boolean }>;
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  remove(caller: ProfileCaller, itemId: number): Promise<{ is_wished: boolean }>;
}

export function createWishes(options: { db: Connection; transact: Transact; clock: Clock; titles: Titles }): Wishes {
  const { db, transact, clock, titles } = options;

  return {
    async add(caller, itemId) {
      await titles.get(caller, itemId);
      await transact(async (tx) => {
        await holdProfile(tx, caller.profile);
        await insertWish(tx, { profile_id: caller.profile.id, item_id: itemId, created_at: clock.now() });
      });
      return { is_wished: true };
    },
    async remove(caller, itemId) {
      await titles.get(caller, itemId);
      await removeWish(db, caller.profile.id, itemId);
      return { is_wished: false };
    },
  };
}
