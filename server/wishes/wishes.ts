import type { ProfileCaller } from '../accounts/sessions.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { Connection } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { insertWish, removeWish } from './store.ts';

/** Titles that a profile keeps for later. Both may be repeated. */
export interface Wishes {
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  add(caller: ProfileCaller, itemId: number): Promise<{ is_wished: boolean }>;
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  remove(caller: ProfileCaller, itemId: number): Promise<{ is_wished: boolean }>;
}

export function createWishes({ db, clock, titles }: { db: Connection; clock: Clock; titles: Titles }): Wishes {
  return {
    async add(caller, itemId) {
      await titles.get(caller, itemId);
      await insertWish(db, { profile_id: caller.profile.id, item_id: itemId, created_at: clock.now() });
      return { is_wished: true };
    },
    async remove(caller, itemId) {
      await titles.get(caller, itemId);
      await removeWish(db, caller.profile.id, itemId);
      return { is_wished: false };
    },
  };
}
