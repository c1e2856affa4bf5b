import { sql, type Insertable, type RawBuilder } from 'kysely';
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
const asked = (itemId: number | undefined, countedUntil: Date | undefined) => {
  const counted = (condition: RawBuilder<unknown>) => sql`
    select item_id, count(*)::int as cnt_request, max(created_at) as requested_at
    from item_requests where ${condition} group by item_id`;
  if (itemId !== undefined) return counted(sql`item_id = ${itemId}`);
  if (countedUntil === undefined) return counted(sql`true`);
  return sql`
    select item_id, coalesce(stored.cnt_request, 0) + coalesce(recent.cnt_request, 0) as cnt_request,
      greatest(stored.requested_at, recent.requested_at) as requested_at
    from (select * from request_counts where counted_until = ${countedUntil}) as stored
    full join (${counted(sql`created_at >= ${countedUntil}`)}) as recent using (item_id)`;
};

/** Requested titles, those that most accounts ask for first, and how many there are. */
export async function listRequestedTitles(
  db: Connection,
  { status, itemId }: RequestFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; rows: RequestedTitleRow[] }> {
  const countedUntil = await findCountedUntil(db);
  const { rows } = await sql<RequestedTitleRow & { cnt: number }>`
    with requested as materialized (
      select asked.item_id, ${statusOf} as status, asked.cnt_request, asked.requested_at, request_statuses.changed_at
      from (${asked(itemId, countedUntil)}) as asked
      left join request_statuses on request_statuses.item_id = asked.item_id
      where exists (select 1 from items where id = asked.item_id)
        ${status === undefined ? sql`` : sql`and ${statusOf} = ${status}`}
    )
    select counted.cnt, page.*, items.name
    from (select count(*)::int as cnt from requested) as counted
    left join (
      select * from requested order by cnt_request desc, requested_at desc, item_id limit ${limit} offset ${offset}
    ) as page on true
    left join items on items.id = page.item_id
    order by cnt_request desc, requested_at desc, item_id`.execute(db);
  return {
    count: rows[0]!.cnt,
    rows: rows.flatMap(({ cnt: _, ...row }) => (row.item_id === null ? [] : [row])),
  };
}

export async function saveRequestStatus(tx: Connection, decision: Insertable<RequestStatusesTable>): Promise<void> {
  const { status, changed_at } = decision;
  await tx
    .insertInto('request_statuses')
    .values(decision)
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet({ status, changed_at }))
    .execute();
}
