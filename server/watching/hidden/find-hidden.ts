import type { ProfileCaller } from '#server/accounts/sessions.ts';
import type { OwnerKey } from '#server/db/of-accounts.ts';
import type { Connection } from '#server/db/open.ts';
import type { CreateLoader } from '#server/db/loader.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { listHidden } from './store.ts';

/** Ids of the titles that a profile has hidden, the last one first. */
export type FindHidden = (caller: ProfileCaller) => Promise<ReadonlySet<number>>;

export function createFindHidden({ db, createLoader }: { db: Connection; createLoader: CreateLoader }): FindHidden {
  const find = createLoader({
    keyOf: ({ profileId }: OwnerKey) => profileId,
    read: async (owners) => {
      const byProfile = groupBy(await listHidden(db, owners), ({ profile_id: id }) => id);
      return owners.map(
        ({ profileId }): ReadonlySet<number> =>
          new Set((byProfile.get(profileId) ?? []).map(({ item_id: itemId }) => itemId)),
      );
    },
    accountOf: ({ accountId }) => accountId,
  });
  return async ({ account, profile }) => (await find([{ accountId: account.id, profileId: profile.id }]))[0]!;
}
