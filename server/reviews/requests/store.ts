import { sql, type Insertable } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import type { ItemRequestsTable, RequestStatusRow } from '#server/db/tables.ts';

/** Inserts a request; an existing one stays unchanged. */
export async function insertRequest(db: Connection, request: Insertable<ItemRequestsTable>): Promise<void> {
  await db
    .insertInto('item_requests')
    .values(request)
    .onConflict((conflict) => conflict.columns(['account_id', 'item_id']).doNothing())
    .execute();
}

export interface CountedRequest extends Pick<RequestStatusRow, 'status'> {
  /** Number of accounts that request the title: others as of the last count by a worker, and this one. */
  cnt_request: number;
}

/** Counting others now would ask every machine of a cluster; each has the stored counts. */
export async function findRequest(
  db: Connection,
  key: { account_id: string; item_id: number },
): Promise<CountedRequest | undefined> {
  const { rows } = await sql<CountedRequest>`
    select coalesce(decided.status, 'requested') as status,
      coalesce(counted.cnt_request + (asked.created_at >= counted.counted_until)::int, 1) as cnt_request
    from item_requests as asked left join request_statuses as decided on decided.item_id = asked.item_id
    left join request_counts as counted on counted.item_id = asked.item_id
      and counted.counted_until = (select max(counted_until) from request_counts)
    where asked.account_id = ${key.account_id} and asked.item_id = ${key.item_id}`.execute(db);
  return rows[0];
}
