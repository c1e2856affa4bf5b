import { sql, type Insertable } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import type { RequestStatusesTable, RequestStatusRow } from '#server/db/tables.ts';

export interface RequestFilter {
  status?: RequestStatusRow['status'] | undefined;
  itemId?: number | undefined;
}

interface RequestedTitleRow extends Pick<RequestStatusRow, 'item_id' | 'status'> {
  name: string;
  cnt_request: number;
  requested_at: Date;
  /** Time of the operator's decision; null without one. */
  changed_at: Date | null;
  /** Number of all titles that match the filter. */
  cnt_title: number;
}

const statusOf = sql`coalesce(request_statuses.status, 'requested')`;

/** The instant up to which a worker has counted requests; undefined before the first time. */
export async function findCountedUntil(db: Connection): Promise<Date | undefined> {
  const row = await db
    .selectFrom('request_counts')
    .select((eb) => eb.fn.max('counted_until').as('until'))
    .executeTakeFirst();
  return row?.until ?? undefined;
}

/** Counts the requests before an instant. */
export async function saveCounts(tx: Connection, until: Date): Promise<void> {
  await sql`insert into request_counts (counted_until, item_id, cnt_request, requested_at)
    select ${until}::timestamptz, item_id, count(*)::int, max(created_at)
    from item_requests where created_at < ${until} group by item_id`.execute(tx);
}

export async function removeCountsBefore(tx: Connection, until: Date): Promise<void> {
  await tx.deleteFrom('request_counts').where('counted_until', '<', until).execute();
}

export async function removeCountsAfter(tx: Connection, until: Date): Promise<void> {
  await tx.deleteFrom('request_counts').where('counted_until', '>', until).execute();
}

/** A title's requests are counted from their index; those of all titles are added to the stored counts. */
const asked = (itemId: number | undefined, countedUntil: Date | undefined) =>
  itemId !== undefined || countedUntil === undefined
    ? sql`
      select item_id, count(*)::int as cnt_request, max(created_at) as requested_at
      from item_requests ${itemId === undefined ? sql`` : sql`where item_id = ${itemId}`}
      group by item_id`
    : sql`
      select item_id, sum(cnt_request)::int as cnt_request, max(requested_at) as requested_at
      from (
        select item_id, cnt_request, requested_at from request_counts where counted_until = ${countedUntil}
        union all
        select item_id, count(*)::int, max(created_at)
        from item_requests where created_at >= ${countedUntil} group by item_id
      ) as counted
      group by item_id`;

const requested = ({ status, itemId }: RequestFilter, countedUntil: Date | undefined) => sql`
  from (${asked(itemId, countedUntil)}) as asked
  join items on items.id = asked.item_id
  left join request_statuses on request_statuses.item_id = asked.item_id
  ${status === undefined ? sql`` : sql`where ${statusOf} = ${status}`}`;

/** Requested titles, those that most accounts ask for first. */
export async function listRequestedTitles(
  db: Connection,
  filter: RequestFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<RequestedTitleRow[]> {
  const countedUntil = await findCountedUntil(db);
  const { rows } = await sql<RequestedTitleRow>`
    select asked.item_id, items.name, ${statusOf} as status, asked.cnt_request, asked.requested_at,
      request_statuses.changed_at, (count(*) over ())::int as cnt_title
    ${requested(filter, countedUntil)}
    order by asked.cnt_request desc, asked.requested_at desc, asked.item_id
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countRequestedTitles(db: Connection, filter: RequestFilter): Promise<number> {
  const countedUntil = await findCountedUntil(db);
  const { rows } = await sql<{
    cnt: number;
  }>`select count(*)::int as cnt ${requested(filter, countedUntil)}`.execute(db);
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
