import type { Connection } from '../db/open.ts';
import type { CreateLoader } from '../db/loader.ts';
import type { Clock } from '../lib/clock.ts';
import { groupBy } from '../lib/group-by.ts';
import type { Part, Right } from './right.ts';
import { listBought, type ProductOrder, type RightsKey } from './store.ts';

/** Current rights of an account to titles. */
export type ListRights = (accountId: string, itemIds: readonly number[]) => Promise<readonly Right[]>;

/** The right that a paid order of a product gives. */
export const rightOf = (order: ProductOrder): Right => ({
  order_id: order.id,
  item_id: order.item_id,
  episode_id: order.episode_id,
  kind: order.kind,
  expires_at: order.right_expires_at,
});

const keyOf = ({ account_id: accountId, item_id: itemId }: RightsKey) => `${accountId} ${itemId}`;

/** The same, read in a transaction. */
export type ListRightsIn = (
  tx: Connection,
  accountId: string,
  itemIds: readonly number[],
  now: Date,
) => Promise<Right[]>;

const isValid = ({ expires_at: expiresAt }: Right, now: Date) => expiresAt === null || expiresAt > now;

/** Those of bought rights that have not expired. */
export const validRights = (bought: readonly Right[], clock: Clock): readonly Right[] => {
  if (bought.length === 0) return bought;
  const now = clock.now();
  return bought.filter((right) => isValid(right, now));
};

export const listRightsIn: ListRightsIn = async (tx, accountId, itemIds, now) => {
  const keys = itemIds.map((id) => ({ account_id: accountId, item_id: id }));
  return (await listBought(tx, keys)).filter((right) => isValid(right, now));
};

export function createListRights(options: { db: Connection; createLoader: CreateLoader; clock: Clock }): ListRights {
  const { db, createLoader, clock } = options;
  const findBought = createLoader({
    keyOf,
    read: async (keys) => {
      const byKey = groupBy(await listBought(db, keys), keyOf);
      return keys.map((key) => byKey.get(keyOf(key)) ?? []);
    },
    accountOf: ({ account_id: id }) => id,
  });

  return async (accountId, itemIds) => {
    const found = await findBought([...new Set(itemIds)].map((id) => ({ account_id: accountId, item_id: id })));
    return validRights(found.flat(), clock);
  };
}

/** A title contains its episodes. */
const contains = (right: Part, part: Part) =>
  right.item_id === part.item_id && (right.episode_id === null || right.episode_id === part.episode_id);

/** Later than any rental. Not Infinity, because the difference of two infinities is NaN. */
const endOf = ({ expires_at: expiresAt }: Right) => expiresAt?.getTime() ?? Number.MAX_SAFE_INTEGER;

/** The right to a part that lasts longest. */
export const bestRight = (rights: readonly Right[], part: Part): Right | undefined =>
  rights.length === 0
    ? undefined
    : rights.filter((right) => contains(right, part)).sort((one, other) => endOf(other) - endOf(one))[0];

/** The right that covers everything a product offers: a permanent purchase covers a rental, but not the reverse. */
export const ownedOf = (rights: readonly Right[], product: Part & Pick<Right, 'kind'>): Right | undefined =>
  bestRight(
    rights.filter(({ kind }) => kind === 'own' || product.kind === 'rental'),
    product,
  );

/** The same, read in a transaction. Under the lock of the account, none of its orders is paid at the same time. */
export const findOwnedIn = async (
  tx: Connection,
  accountId: string,
  product: Part & Pick<Right, 'kind'>,
  now: Date,
): Promise<Right | undefined> => ownedOf(await listRightsIn(tx, accountId, [product.item_id], now), product);
