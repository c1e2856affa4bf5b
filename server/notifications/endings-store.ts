import { sql } from 'kysely';
import type { AccountRow, OrderRow } from '../db/tables.ts';
import type { Connection } from '../db/open.ts';
import type { ContentRating } from '#contract/profiles.ts';

/** Endings in a span, in their order; `after` is the last one of the part before. */
export interface EndingPart<T> {
  now: Date;
  until: Date;
  after: T | undefined;
  limit: number;
}

export type EndingMembership = Pick<AccountRow, 'id' | 'plan'> & { ends_at: Date };

export async function listEndingMemberships(
  db: Connection,
  { now, until, after, limit }: EndingPart<EndingMembership>,
): Promise<EndingMembership[]> {
  const { rows } = await sql<EndingMembership>`
    select id, plan, membership_expires_at as ends_at from accounts
    where membership_expires_at > ${now} and membership_expires_at <= ${until} and plan <> 'free'
      ${after ? sql`and (membership_expires_at, id) > (${after.ends_at}, ${after.id}::uuid)` : sql``}
    order by membership_expires_at, id limit ${limit}`.execute(db);
  return rows;
}

export type EndingRental = Pick<OrderRow, 'account_id' | 'id' | 'episode_id'> & {
  item_id: number;
  ends_at: Date;
  /** Null for a whole title. */
  episode_num: string | null;
  content_rating: ContentRating;
};

export async function listEndingRentals(
  db: Connection,
  { now, until, after, limit }: EndingPart<EndingRental>,
): Promise<EndingRental[]> {
  const { rows } = await sql<EndingRental>`
    select orders.account_id, orders.id, orders.item_id, orders.episode_id, orders.right_expires_at as ends_at,
      episodes.episode_num, items.content_rating
    from orders join items on items.id = orders.item_id left join episodes on episodes.id = orders.episode_id
    where orders.right_expires_at > ${now} and orders.right_expires_at <= ${until}
      and orders.kind = 'rental' and orders.status = 'paid'
      ${
        after
          ? sql`and (orders.right_expires_at, orders.account_id, orders.id)
              > (${after.ends_at}, ${after.account_id}::uuid, ${after.id}::uuid)`
          : sql``
      }
    order by orders.right_expires_at, orders.account_id, orders.id limit ${limit}`.execute(db);
  return rows;
}
