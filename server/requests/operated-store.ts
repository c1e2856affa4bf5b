import { sql, type Insertable } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { ItemRequestRow, RequestStatusesTable } from '../db/tables.ts';

export interface RequestFilter {
  status?: ItemRequestRow['status'] | undefined;
  itemId?: number | undefined;
}

interface RequestedTitleRow extends Pick<ItemRequestRow, 'item_id' | 'status'> {
  name: string;
  cnt_request: number;
  requested_at: Date;
  /** Time of the operator's decision; null without one. */
  changed_at: Date | null;
  /** Number of all titles that match the filter. */
  cnt_title: number;
}

/** Without a decision, the status of the requests themselves, which are alike except in data of earlier versions. */
const statusOf = sql`coalesce(request_statuses.status, asked.status)`;

const requested = ({ status, itemId }: RequestFilter) => sql`
  from (
    select item_id, count(*)::int as cnt_request, max(created_at) as requested_at, max(status) as status
    from item_requests ${itemId === undefined ? sql`` : sql`where item_id = ${itemId}`}
    group by item_id
  ) as asked
  join items on items.id = asked.item_id
  left join request_statuses on request_statuses.item_id = asked.item_id
  ${status === undefined ? sql`` : sql`where ${statusOf} = ${status}`}`;

/** Requested titles, those that most accounts ask for first. */
export async function listRequestedTitles(
  db: Connection,
  filter: RequestFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<RequestedTitleRow[]> {
  const { rows } = await sql<RequestedTitleRow>`
    select asked.item_id, items.name, ${statusOf} as status, asked.cnt_request, asked.requested_at,
      request_statuses.changed_at, (count(*) over ())::int as cnt_title
    ${requested(filter)}
    order by asked.cnt_request desc, asked.requested_at desc, asked.item_id
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countRequestedTitles(db: Connection, filter: RequestFilter): Promise<number> {
  const { rows } = await sql<{ cnt: number }>`select count(*)::int as cnt ${requested(filter)}`.execute(db);
  return rows[0]!.cnt;
}

export async function saveRequestStatus(tx: Connection, decision: Insertable<RequestStatusesTable>): Promise<void> {
  const { status, changed_at } = decision;
  await tx
    .insertInto('request_statuses')
    .values(decision)
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet({ status, changed_at }))
    .execute();
}
