import type { Connection } from '../db/open.ts';
import type { Reads } from '../db/reads.ts';
import type { OrderRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { groupBy } from '../lib/group-by.ts';
import { listBought, type RightsKey } from './store.ts';

/** A whole title, or one episode of it. */
interface Part {
  item_id: number;
  /** Null for the whole title. */
  episode_id: number | null;
}

/** What somebody bought and may still watch. */
export interface Right extends Part {
  /** The order that bought it. */
  order_id: string;
  kind: OrderRow['kind'];
  /** Null when it was bought to keep. */
  expires_at: Date | null;
}

/** The rights of an account to titles, as of now. */
export type ListRights = (accountId: string, itemIds: readonly number[]) => Promise<Right[]>;

const nameOf = ({ account_id: accountId, item_id: itemId }: RightsKey) => `${accountId} ${itemId}`;

export function createListRights(options: { db: Connection; reads: Reads; clock: Clock }): ListRights {
  const { db, reads, clock } = options;
  const findBought = reads({
    tables: ['orders'],
    nameOf,
    read: async (keys) => {
      const byKey = groupBy(await listBought(db, keys), nameOf);
      return keys.map((key) => byKey.get(nameOf(key)) ?? []);
    },
  });

  return async (accountId, itemIds) => {
    const now = clock.now();
    const bought = await findBought([...new Set(itemIds)].map((id) => ({ account_id: accountId, item_id: id })));
    return bought.flat().filter(({ expires_at: expiresAt }) => expiresAt === null || expiresAt > now);
  };
}

/** The title contains its episodes. */
const contains = (right: Part, part: Part) =>
  right.item_id === part.item_id && (right.episode_id === null || right.episode_id === part.episode_id);

/** Beyond any rental; not infinity, whose difference to itself is no number. */
const endOf = ({ expires_at: expiresAt }: Right) => expiresAt?.getTime() ?? Number.MAX_SAFE_INTEGER;

/** The right to a part that lasts longest. */
export const bestRight = (rights: readonly Right[], part: Part): Right | undefined =>
  rights.length === 0
    ? undefined
    : rights.filter((right) => contains(right, part)).sort((one, other) => endOf(other) - endOf(one))[0];

/** What an account has of all that a product gives: who keeps an episode needs no rental, but not the reverse. */
export const ownedOf = (rights: readonly Right[], product: Part & Pick<Right, 'kind'>): Right | undefined =>
  bestRight(
    rights.filter(({ kind }) => kind === 'own' || product.kind === 'rental'),
    product,
  );
