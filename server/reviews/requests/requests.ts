import type { ProfileCaller } from '#server/accounts/sessions.ts';
import type { Titles } from '#server/catalogue/titles.ts';
import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { findRequest, insertRequest, type CountedRequest } from './store.ts';

/** Accounts' requests for more of a title. An operator updates their status. */
export interface Requests {
  /** `undefined` when this account has not requested the title. @throws NOT_FOUND, RATING_RESTRICTED */
  find(caller: ProfileCaller, itemId: number): Promise<CountedRequest | undefined>;
  /** Requests a title; idempotent. @throws NOT_FOUND, RATING_RESTRICTED */
  ask(caller: ProfileCaller, itemId: number): Promise<CountedRequest | undefined>;
}

export function createRequests({ db, clock, titles }: { db: Connection; clock: Clock; titles: Titles }): Requests {
  const find: Requests['find'] = async (caller, itemId) => {
    await titles.get(caller, itemId);
    return findRequest(db, { account_id: caller.account.id, item_id: itemId });
  };
  return {
    find,
    async ask(caller, itemId) {
      await titles.get(caller, itemId);
      await insertRequest(db, {
        account_id: caller.account.id,
        item_id: itemId,
        created_at: clock.now(),
      });
      return findRequest(db, { account_id: caller.account.id, item_id: itemId });
    },
  };
}
