import type { ProfileCaller } from '#server/accounts/sessions.ts';
import type { Titles } from '#server/catalogue/titles.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { holdProfile } from '#server/profiles/index.ts';
import { deleteStartAgainRemoval, saveStartAgainRemoval } from './offsets-store.ts';

/** Removes titles from a profile's list of begun titles, on all devices. Both calls are idempotent. */
export interface StartAgain {
  /** Hides the title until it is watched again; its offsets stay. @throws NOT_FOUND, RATING_RESTRICTED */
  remove(caller: ProfileCaller, itemId: number): Promise<{ is_removed: boolean }>;
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  restore(caller: ProfileCaller, itemId: number): Promise<{ is_removed: boolean }>;
}

export function createStartAgain(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  titles: Titles;
}): StartAgain {
  const { db, transact, clock, titles } = options;

  return {
    async remove(caller, itemId) {
      await titles.get(caller, itemId);
      await transact(async (tx) => {
        await holdProfile(tx, caller.profile);
        await saveStartAgainRemoval(tx, {
          account_id: caller.account.id,
          profile_id: caller.profile.id,
          item_id: itemId,
          removed_at: clock.now(),
        });
      });
      return { is_removed: true };
    },
    async restore(caller, itemId) {
      await titles.get(caller, itemId);
      await deleteStartAgainRemoval(db, {
        account_id: caller.account.id,
        profile_id: caller.profile.id,
        item_id: itemId,
      });
      return { is_removed: false };
    },
  };
}
