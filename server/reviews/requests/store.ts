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
  /** Number of accounts that request the title. */
  cnt_request: number;
}

export async function findRequest(
  db: Connection,
  key: { account_id: string; item_id: number },
): Promise<CountedRequest | undefined> {
  const { rows } = await sql<CountedRequest>`
    select coalesce(decided.status, 'requested') as status,
      (select count(*)::int from item_requests where item_id = ${key.item_id}) as cnt_request
    from item_requests as asked left join request_statuses as decided on decided.item_id = asked.item_id
    where asked.account_id = ${key.account_id} and asked.item_id = ${key.item_id}`.execute(db);
  return rows[0];
}
